import type { Engine, EngineNeed } from '@/api/types';
import type { Tone } from '@/components/ui/badge';

export interface EngineInfo {
  id: string;
  name: string;
  question: string;
  path: string;
}

/** The eleven engines in display order. */
export const ENGINES: readonly EngineInfo[] = [
  info(
    'keyword',
    'Keyword',
    'Which keywords are valuable and within reach, and how many pages do they need?',
    '/keyword-finder',
  ),
  info('competitive', 'Competitive', 'Who takes my clicks, why, and what would it take to outrank them?'),
  info('semantic', 'Semantic', 'What must a page cover, what do competitors miss, and which of my pages overlap?'),
  info('causal', 'Causal', 'Did my change cause the effect, or would it have happened anyway?'),
  info(
    'pattern',
    'Pattern',
    'What changed, when, is it my site or the market, and what is seasonal?',
    '/intelligence/patterns',
  ),
  info('strategic', 'Strategic', 'With this budget and time, which opportunities come first, and when do I stop?'),
  info('content', 'Content', 'Which facts does a page need, and is every sentence backed by one?'),
  info('predictive', 'Predictive', 'Where will I rank, when, with what confidence? How much traffic will I get?'),
  info('learning', 'Learning', 'How accurate were the forecasts, and which assumptions were wrong?'),
  info('execution', 'Execution', 'How do I make a change safely, and how do I undo it?'),
  info('local', 'Local', 'Which city and trade should I enter, and who will pay for leads?'),
];

function info(id: string, name: string, question: string, path = `/intelligence/${id}`): EngineInfo {
  return { id, name, question, path };
}

/** Static information about an engine; for an unknown engine, from the server. */
export function engineInfo(id: string, engine?: Engine): EngineInfo {
  const known = ENGINES.find((each) => each.id === id);
  const name = engine?.name ?? known?.name ?? id;
  const question = engine?.question || known?.question || engine?.description || '';
  return { id, name, question, path: known?.path ?? `/intelligence/${id}` };
}

/** Returns the engine of /intelligence/{segment}. The keyword engine has this page and the finder. */
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

/** Word and colour of an engine's state; an unknown state is shown unchanged. */
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

/** 0 to 100; null while unknown. */
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

/** Returns the path in this application to meet a need; null without one. */
export function linkOf(need: EngineNeed): string | null {
  return /^\/(?![/\\])/.test(need.route) ? need.route : null;
}
