import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { engineQueries } from '@/api/engines';
import { runQueries } from '@/api/runs';
import type { Engine, Run, Website } from '@/api/types';
import type { WebsiteSettings } from '@/api/websites';
import { isUnderWay } from '@/components/engines/engine-words';
import { readParameters } from '@/lib/remembered-parameters';
import { changedParameters, isOutdated, newestResults, type SavedChange } from './settings-changes';

/** The newest result of an engine, computed with previous settings of the website. */
export interface OutdatedResult {
  run: Run;
  /** Status of the engine; undefined while unknown. */
  engine: Engine | undefined;
  /** Whether a run with the saved settings waits or runs. */
  isRenewing: boolean;
}

/** Number of latest engine runs in which the newest results are looked for. */
const RUNS = 200;

const runsOf = (websiteId: string) => runQueries.list({ websiteId, kind: 'engine', limit: RUNS });

/** Engines whose newest result of a website was computed before settings that it uses were saved on this screen. */
export function useOutdatedResults(website: Website): {
  outdated: OutdatedResult[];
  /** Call after a save, with the previous settings. */
  record: (before: WebsiteSettings, after: WebsiteSettings) => Promise<void>;
} {
  const queries = useQueryClient();
  const [changes, setChanges] = useState<SavedChange[]>([]);
  const enabled = changes.length > 0;
  const runs = useQuery({ ...runsOf(website.id), enabled });
  const status = useQuery({ ...engineQueries.status({ websiteId: website.id }), enabled });
  const started = (id: string) => changes.some(({ startedBefore }) => startedBefore.has(id));
  const results = newestResults(runs.data?.runs ?? []).filter(({ id }) => started(id));
  const schemas = useQueries({
    queries: results.map(({ engineId, action }) => engineQueries.parameters(engineId ?? '', action ?? undefined)),
  });
  const outdated = results.flatMap((run, index) => {
    const schema = schemas[index]?.data;
    const typed = readParameters(run.engineId ?? '', website.id);
    if (!schema || !isOutdated(run, schema, typed, changes)) return [];
    const engine = status.data?.engines.find(({ id }) => id === run.engineId);
    const isRenewing = engine !== undefined && isUnderWay(engine) && !started(engine.runId ?? '');
    return [{ run, engine, isRenewing }];
  });
  const record = async (before: WebsiteSettings, after: WebsiteSettings) => {
    const names = changedParameters(before, after);
    if (names.length === 0) return;
    const found = await queries.fetchQuery({ ...runsOf(website.id), staleTime: 0 });
    const startedBefore = new Set(found.runs.filter(({ startedAt }) => startedAt !== null).map(({ id }) => id));
    setChanges((all) => [...all, { names, startedBefore }]);
  };
  return { outdated, record };
}
