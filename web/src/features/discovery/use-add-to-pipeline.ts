import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { pipelineApi, pipelineQueries } from '@/api/pipeline';
import { toastFailure } from '@/lib/failed';
import { plural } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';
import { keyOf, type ScanMarket } from './discovery-state';

/** Markets that one call adds. */
const AT_ONCE = 50;

/** Adds markets of a scan to the pipeline, with undo, and knows which of the latest are there. */
export function useAddToPipeline(scanId: string) {
  const queries = useQueryClient();
  const known = useQuery(pipelineQueries.markets());
  const inPipeline = new Set((known.data ?? []).map(keyOf));
  const refresh = () => queries.invalidateQueries({ queryKey: pipelineQueries.all() });
  const undo = useMutation({
    mutationFn: (ids: string[]) => Promise.all(ids.map(pipelineApi.remove)),
    onError: (error) => toastFailure('Failed to remove the markets', errorText(error)),
    onSettled: refresh,
  });
  const add = useMutation({
    mutationFn: async (markets: readonly ScanMarket[]) => {
      const keys = markets.map(({ vertical, placeId }) => ({ vertical, place: placeId }));
      const added = [];
      for (let at = 0; at < keys.length; at += AT_ONCE) {
        added.push(await pipelineApi.add(keys.slice(at, at + AT_ONCE), scanId || null));
      }
      return added.flatMap((each) => each.markets);
    },
    onSuccess: (markets) => {
      const fresh = markets.filter((market) => !inPipeline.has(keyOf(market)));
      if (fresh.length === 0) {
        showToast({ title: 'Already in the pipeline' });
        return;
      }
      offerUndo({
        title: `${plural(fresh.length, 'market')} added to the pipeline`,
        altText: 'Remove them from the pipeline again',
        undo: () => undo.mutate(fresh.map(({ id }) => id)),
      });
    },
    onError: (error) => toastFailure('Failed to add to the pipeline', errorText(error)),
    onSettled: refresh,
  });
  return { add, inPipeline };
}
