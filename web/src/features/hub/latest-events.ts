import { isFinished } from '@/api/runs';
import type { Insight, Run } from '@/api/types';
import { engineInfo } from '@/components/engines/engine-words';
import { runName } from '@/components/runs/run-words';
import { withWebsite } from '@/hooks/use-current-website';

/** An event in one line, with the page that shows it. */
export interface LatestEvent {
  id: string;
  at: string;
  /** The engine that found it, or the outcome of the run. */
  what: string;
  text: string;
  to: string;
}

/** Maximum number of insights and of runs, which keeps keyboard navigation short. */
const OF_EACH = 4;

/** Pages with the outcome of runs without an engine; other kinds are not listed. */
const PAGES: Record<string, string> = {
  import: '/projects',
  import_undo: '/projects',
  experiment: '/experiments',
  plan: '/plans',
  apply: '/plans',
  undo: '/plans',
};

/** Latest insights and runs, newest first. Each has its own maximum, because a run finds many insights. */
export function latestEvents(insights: readonly Insight[], runs: readonly Run[]): LatestEvent[] {
  const [found, ended] = [insights.map(ofInsight), runs.filter(isFinished).flatMap(ofRun)];
  return newestFirst([found, ended].flatMap((events) => newestFirst(events).slice(0, OF_EACH)));
}

function newestFirst(events: readonly LatestEvent[]): LatestEvent[] {
  return [...events].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

function ofInsight({ id, createdAt, engineId, title, websiteId }: Insight): LatestEvent {
  const { name, path } = engineInfo(engineId);
  return { id, at: createdAt, what: name, text: title, to: withWebsite(path, websiteId) };
}

function ofRun(run: Run): LatestEvent[] {
  const page = run.engineId ? engineInfo(run.engineId).path : PAGES[run.kind];
  if (!page || !run.finishedAt) return [];
  const to = withWebsite(page, run.websiteId);
  return [{ id: run.id, at: run.finishedAt, what: run.status, text: runName(run), to }];
}
