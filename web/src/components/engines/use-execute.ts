import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ExecuteInput, engineApi, engineQueries } from '@/api/engines';
import { errorText } from '@/api/errors';
import { runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { startAnalysis } from '@/lib/live/commands';
import { readParameters } from '@/lib/remembered-parameters';
import { chosenWorkspace } from '@/lib/session/workspace';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';

/**
 * Starts an engine's action, with the last used parameters unless others are given. `onStarted` receives the run; an error is shown in a
 * toast unless it is handled.
 */
export function useExecute({
  onStarted,
  onRefused,
}: {
  onStarted?: (run: Run) => void;
  onRefused?: (error: unknown) => void;
} = {}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Omit<ExecuteInput, 'idempotencyKey'>) => {
      const parameters = input.parameters ?? (await remembered(queries, input));
      const idempotencyKey = crypto.randomUUID();
      return start({ ...input, ...(parameters ? { parameters } : {}), idempotencyKey });
    },
    onSuccess: ({ run }) => {
      queries.setQueryData(runQueries.detail(run.id).queryKey, { success: true, run });
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

/** Starts a run on the live channel, which responds at once; over HTTP if that is down or the caller waits for the end. */
async function start(input: ExecuteInput) {
  const { waitSeconds, ...request } = input;
  const workspaceId = chosenWorkspace();
  const live = { ...request, ...(workspaceId ? { workspaceId } : {}) };
  const started = waitSeconds ? null : await startAnalysis<Awaited<ReturnType<typeof engineApi.execute>>>(live);
  return started ?? engineApi.execute(input);
}

/** Returns the last used parameters in the server's units; empty without any. */
async function remembered(queries: QueryClient, { engineId, websiteId }: Pick<ExecuteInput, 'engineId' | 'websiteId'>) {
  const values = websiteId ? readParameters(engineId, websiteId) : {};
  if (Object.keys(values).length === 0) return undefined;
  // Most screens never need it.
  const { formFields, readForm } = await import('@/lib/json-schema');
  const { schema } = await queries.fetchQuery(engineQueries.parameters(engineId));
  return readForm(formFields(schema), values).parameters;
}
