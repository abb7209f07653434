import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { engineQueries } from '@/api/engines';
import { isNotFound } from '@/api/errors';
import { isFinished, runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { useExecute } from '@/components/engines/use-execute';

const ENGINE = 'content';
const ACTION = 'audit';

/** Latest audit of a website, its run if one is at work, and the start of a new one. */
export function useAudit(websiteId: string) {
  const [started, setStarted] = useState<Run | null>(null);
  const result = useQuery(engineQueries.result('content.audit', websiteId));
  const list = useQuery(runQueries.list({ engineId: ENGINE, websiteId, limit: 20 }));
  const listed = list.data?.runs.find((run) => run.action === ACTION) ?? null;
  // The listed one is the newer state of the same run.
  const newest = started && (!listed || started.createdAt > listed.createdAt) ? started : listed;
  const execute = useExecute({ onStarted: setStarted });
  const isNew = started !== null && newest?.id === started.id;
  return {
    result,
    audit: result.data?.result ?? null,
    finishedAt: result.data?.run?.finishedAt ?? null,
    isMissing: result.isError ? isNotFound(result.error) : result.isSuccess && result.data.result === null,
    /** The run to show: at work, or started here. */
    run: newest && (!isFinished(newest) || isNew) ? newest : null,
    isStarting: execute.isPending,
    follow: setStarted,
    start: () => execute.mutate({ engineId: ENGINE, action: ACTION, websiteId }),
  };
}
