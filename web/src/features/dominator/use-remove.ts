import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { type PipelineMarket, pipelineApi, pipelineQueries } from '@/api/pipeline';
import { toastFailure } from '@/lib/failed';
import { offerUndo } from '@/lib/undo';

/** Removes a market from the pipeline. An undo adds it again with the figures expected then. */
export function useRemove() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: pipelineQueries.all() });
  const restore = useMutation({
    mutationFn: ({ vertical, placeId, runId }: PipelineMarket) =>
      pipelineApi.add([{ vertical, place: placeId }], runId),
    onError: (error) => toastFailure('Failed to add to the pipeline', errorText(error)),
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: (market: PipelineMarket) => pipelineApi.remove(market.id),
    onSuccess: (_, market) =>
      offerUndo({
        title: `${market.verticalName} in ${market.city} removed from the pipeline`,
        altText: 'Add it to the pipeline again',
        undo: () => restore.mutate(market),
      }),
    onError: (error) => toastFailure('Failed to remove the market', errorText(error)),
    onSettled: refresh,
  });
}
