import type { Engine, EngineNeed } from '@/api/types';
import type { Tone } from '@/components/ui/badge';

export interface EngineInfo {
  id: string;
  name: string;
  question: string;
  path: string;
}

/** The eleven engines, in the order in which they are shown. */
export const ENGINES: readonly EngineInfo[] = [
  info('keyword', 'Keyword', 'Which searches are worth money that I can win, in how many pages?', '/keyword-finder'),
  info('competitive', 'Competitive', 'Who takes my clicks, why, what would it cost to pass them?'),
  info('semantic', 'Semantic', 'What must a page cover, what does nobody say, which of my pages overlap?'),
  info('causal', 'Causal', 'Did my change move it, or would it have moved anyway?'),
  info('pattern', 'Pattern', 'What changed, when, is it me or everybody, what repeats?', '/intelligence/patterns'),
  info('strategic', 'Strategic', 'With this money and these hours, which bets, in what order, when do I stop?'),
  info('content', 'Content', 'Write the page that deserves to rank, and prove every sentence.'),
  info('predictive', 'Predictive', 'Where will I rank, when, how sure? What will traffic be?'),
  info('learning', 'Learning', 'Are we getting better, what did we believe wrongly?'),
  info('execution', 'Execution', 'Do it, safely, and let me undo it.'),
  info('local', 'Local', 'Which city and trade should I own, who will pay?'),
];

function info(id: string, name: string, question: string, path = `/intelligence/${id}`): EngineInfo {
  return { id, name, question, path };
}

/** What is fixed about an engine; for one that this version does not know, what the server says. */
export function engineInfo(id: string, engine?: Engine): EngineInfo {
  const known = ENGINES.find((each) => each.id === id);
  const name = engine?.name ?? known?.name ?? id;
  const question = engine?.question || known?.question || engine?.description || '';
  return { id, name, question, path: known?.path ?? `/intelligence/${id}` };
}

/** The engine whose page stands at /intelligence/{segment}. The keyword engine has one beside the finder. */
export function engineAt(segment: string): EngineInfo | null {
  const isAt = ({ id, path }: EngineInfo) =>
    path === `/intelligence/${segment}` || (id === 'keyword' && id === segment);
  return ENGINES.find(isAt) ?? null;
}

const STATES: Record<string, { word: string; tone: Tone }> = {
  idle: { word: 'Ready', tone: 'success' },
  queued: { word: 'Waiting', tone: 'neutral' },
  running: { word: 'Running', tone: 'info' },
  paused: { word: 'Paused', tone: 'warning' },
  needs_data: { word: 'Needs data', tone: 'warning' },
  error: { word: 'Failed', tone: 'danger' },
};

/** Word and colour of an engine's state; a word it does not know as it stands. */
export function engineState(engine: Engine): { word: string; tone: Tone } {
  if (!hasAction(engine) && !isUnderWay(engine)) return { word: 'No action yet', tone: 'neutral' };
  return STATES[engine.status] ?? { word: engine.status.replaceAll('_', ' '), tone: 'neutral' };
}

export function isUnderWay(engine: Engine): boolean {
  return engine.status === 'running' || engine.status === 'queued';
}

/** False for an engine that this version of the server cannot run. */
export function hasAction(engine: Engine): boolean {
  return (engine.actions?.length ?? 0) > 0;
}

/** 0 to 100; null while it is not known. */
export function percentOf(engine: Engine): number | null {
  const { progress } = engine;
  if (engine.status === 'queued' || progress === null) return null;
  return typeof progress === 'number' ? progress : progress.percent;
}

export function stageOf(engine: Engine): string | null {
  const { progress } = engine;
  if (typeof progress !== 'object' || progress === null) return null;
  return progress.message || progress.stage || null;
}

/** Needs with an address of this application; the others are told without a link. */
export function linkOf(need: EngineNeed): string | null {
  return /^\/(?![/\\])/.test(need.route) ? need.route : null;
}
