import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { errorText } from '@/api/errors';
import { isFinished, runApi, runQueries, TOUCHED_BY_RUNS } from '@/api/runs';
import type { Run } from '@/api/types';
import { RUNS_TOPIC, wantTopic } from '@/lib/live/topics';
import { showToast } from '@/lib/toast';

/**
 * Follows a run until it ends. `onFinished` is called once, also for a run that has ended before the first response. If
 * it ends while followed, data that it may have changed is refetched.
 */
export function useRun(runId: string, onFinished?: (run: Run) => void) {
  const queries = useQueryClient();
  const query = useQuery(runQueries.detail(runId));
  const run = query.data;
  const latest = useRef(onFinished);
  const wasUnderWay = useRef<string | null>(null);
  const reported = useRef<string | null>(null);
  useEffect(() => wantTopic(RUNS_TOPIC), []);
  useEffect(() => {
    latest.current = onFinished;
  });
  useEffect(() => {
    if (!run) return;
    if (!isFinished(run)) {
      wasUnderWay.current = run.id;
      return;
    }
    if (wasUnderWay.current === run.id) {
      wasUnderWay.current = null;
      for (const noun of TOUCHED_BY_RUNS) queries.invalidateQueries({ queryKey: [noun] });
      queries.invalidateQueries({ queryKey: ['runs', 'list'] });
    }
    if (reported.current === run.id) return;
    reported.current = run.id;
    latest.current?.(run);
  }, [run, queries]);
  return query;
}

/** Cancels and retries runs, and updates the lists. */
export function useRunActions(onRetried?: (run: Run) => void) {
  const queries = useQueryClient();
  const keep = ({ run }: { run: Run }) => {
    queries.setQueryData(runQueries.detail(run.id).queryKey, { success: true, run });
    queries.invalidateQueries({ queryKey: ['runs', 'list'] });
    queries.invalidateQueries({ queryKey: ['engines'] });
  };
  const cancel = useMutation({
    mutationFn: runApi.cancel,
    onSuccess: keep,
    onError: (error) => showToast({ title: errorText(error), variant: 'destructive' }),
  });
  const retry = useMutation({
    mutationFn: runApi.retry,
    onSuccess: (answer) => {
      keep(answer);
      onRetried?.(answer.run);
    },
    onError: (error) => showToast({ title: errorText(error), variant: 'destructive' }),
  });
  return { cancel, retry };
}
