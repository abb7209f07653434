import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { engineQueries } from '@/api/engines';
import { isFinished } from '@/api/runs';
import type { Run } from '@/api/types';

/** Number of loaded runs. */
const KEPT = 100;

/** Runs of an engine's action on a website, newest first, and the one to follow. */
export function useActionRuns(engineId: string, action: string, websiteId: string | undefined) {
  const [started, setStarted] = useState<Run | null>(null);
  const query = useQuery(engineQueries.history(engineId, { websiteId, limit: KEPT }));
  const runs = (query.data?.runs ?? []).filter((run) => run.action === action);
  const own = started?.action === action && (started.websiteId ?? undefined) === websiteId ? started : null;
  const newest = runs[0] ?? null;
  const shown =
    own && (!newest || own.createdAt >= newest.createdAt) ? (runs.find(({ id }) => id === own.id) ?? own) : newest;
  return {
    query,
    runs,
    /** The latest run, unless it ended well before this page was opened. */
    followed: shown && (shown.id === own?.id || shown.status !== 'succeeded') ? shown : null,
    isUnderWay: shown !== null && !isFinished(shown),
    succeeded: runs.filter((run) => run.status === 'succeeded'),
    follow: setStarted,
  };
}
