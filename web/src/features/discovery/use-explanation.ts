import { useQuery, useQueryClient } from '@tanstack/react-query';
import { typedResult } from '@/api/engine-results';
import { engineApi } from '@/api/engines';
import { isFinished, runQueries } from '@/api/runs';

/** The explanation of a market: a run of the local engine, started once per market and scan. */
export function useExplanation(market: { vertical: string; placeId: string }, scanId: string, isAllowed: boolean) {
  const queries = useQueryClient();
  const { vertical, placeId: place } = market;
  const start = useQuery({
    queryKey: ['market-explanation', scanId, vertical, place],
    enabled: isAllowed,
    queryFn: async () => {
      const { run } = await engineApi.execute({
        engineId: 'local',
        action: 'explain',
        input: { vertical, place },
        idempotencyKey: crypto.randomUUID(),
        waitSeconds: 5,
      });
      queries.setQueryData(runQueries.detail(run.id).queryKey, { success: true, run });
      return run.id;
    },
  });
  const runId = start.data ?? '';
  const run = useQuery({ ...runQueries.detail(runId), enabled: runId !== '' });
  const isDone = run.data?.status === 'succeeded';
  const result = useQuery({ ...runQueries.result(runId), enabled: isDone });
  const failed = [start, run, result].find((query) => query.isError);
  return {
    result: result.data?.result ? typedResult('local.explain', result.data.result) : null,
    /** A run that has not succeeded, to be followed. */
    pending: runId !== '' && !isDone && run.data !== undefined ? runId : null,
    isFinished: run.data ? isFinished(run.data) : false,
    error: failed?.error ?? null,
    retry: () => failed?.refetch(),
    restart: () => start.refetch(),
  };
}
