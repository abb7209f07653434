import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { engineQueries } from '@/api/engines';
import { isNotFound } from '@/api/errors';
import { isFinished, runQueries } from '@/api/runs';
import type { Run } from '@/api/types';

const ENGINE = 'keyword';

/** Latest run of the keyword engine on a website, and whether it is running. */
export function useKeywordRun(websiteId: string) {
  const [started, setStarted] = useState<{ websiteId: string; run: Run } | null>(null);
  const list = useQuery(runQueries.list({ engineId: ENGINE, websiteId, limit: 1 }));
  const newest = list.data?.runs[0] ?? null;
  const own = started?.websiteId === websiteId ? started.run : null;
  const run = own && (!newest || own.createdAt >= newest.createdAt) ? own : newest;
  const detail = useQuery({ ...runQueries.detail(run?.id ?? ''), enabled: run !== null });
  const latest = detail.data ?? run;
  const failed = [list, detail].find((query) => query.isError && query.data === undefined);
  return {
    run: latest,
    isLoading: list.isPending,
    error: failed?.error ?? null,
    retry: () => failed?.refetch(),
    isUnderWay: latest !== null && !isFinished(latest),
    follow: (next: Run) => setStarted({ websiteId, run: next }),
  };
}

/** Output of the latest successful analysis except its tables; null before the first. */
export function useKeywordResult(websiteId: string) {
  const query = useQuery(engineQueries.result('keyword.analyse', websiteId));
  const result = query.data?.result ?? null;
  const missing = query.isError ? isNotFound(query.error) : query.isSuccess && result === null;
  return { query, result, run: query.data?.run ?? null, missing };
}
