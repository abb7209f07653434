import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ExecuteInput, engineApi } from '@/api/engines';
import { errorText } from '@/api/errors';
import { runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';

/** Starts an engine's action. `onStarted` gets the run to follow; a refusal is told in a toast unless it is handled. */
export function useExecute({
  onStarted,
  onRefused,
}: {
  onStarted?: (run: Run) => void;
  onRefused?: (error: unknown) => void;
} = {}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Omit<ExecuteInput, 'idempotencyKey'>) =>
      engineApi.execute({ ...input, idempotencyKey: crypto.randomUUID() }),
    onSuccess: ({ run }) => {
      queries.setQueryData(runQueries.detail(run.id).queryKey, { run });
      queries.invalidateQueries({ queryKey: ['runs', 'list'] });
      queries.invalidateQueries({ queryKey: ['engines', 'status'] });
      onStarted?.(run);
    },
    onError: (error) => {
      if (onRefused) onRefused(error);
      else {
        const text = errorText(error, failures.executeEngine);
        const description = text === failures.executeEngine ? undefined : text;
        showToast({ title: failures.executeEngine, description, variant: 'destructive' });
      }
    },
  });
}
