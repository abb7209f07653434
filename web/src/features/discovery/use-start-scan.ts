import { useMutation, useQueryClient } from '@tanstack/react-query';
import { engineApi } from '@/api/engines';
import { errorText } from '@/api/errors';
import { marketQueries } from '@/api/market-data';
import { runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { failures } from '@/lib/strings';
import { type DiscoveryState, listOf, numberOf } from './discovery-state';

/** Markets that a scan lists, best first; its counts include all. */
export const LISTED = 2_000;

type Filters = Pick<DiscoveryState, 'verticals' | 'states' | 'city' | 'people' | 'payout'>;

/** Returns the filters of a scan in the form of the engine. */
export function scanFilters(state: Filters, places: string[]) {
  const [people, payout] = [numberOf(state.people), numberOf(state.payout)];
  return {
    verticals: listOf(state.verticals),
    states: listOf(state.states).map((code) => code.toUpperCase()),
    places,
    ...(people === null ? {} : { minPopulation: people }),
    ...(payout === null ? {} : { minPayoutCents: Math.round(payout * 100) }),
    limit: LISTED,
  };
}

/** Starts a scan with the filters of the address. A city that no place is named after is refused before it starts. */
export function useStartScan(onStarted: (run: Run) => void) {
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: async (state: Filters) => {
      const places = await placesOf(state.city.trim(), listOf(state.states)[0]);
      return engineApi.execute({
        engineId: 'local',
        action: 'scan',
        input: { filters: scanFilters(state, places) },
        idempotencyKey: crypto.randomUUID(),
        waitSeconds: 10,
      });
    },
    onSuccess: ({ run }) => {
      queries.setQueryData(runQueries.detail(run.id).queryKey, { success: true, run });
      onStarted(run);
    },
  });
  async function placesOf(text: string, state: string | undefined): Promise<string[]> {
    if (text === '') return [];
    const found = await queries.fetchInfiniteQuery(marketQueries.places({ text, ...(state ? { state } : {}) }));
    const places = found.pages.flatMap((page) => page.places);
    if (places.length === 0)
      throw new Error(`No city is named "${text}". Check the spelling, or leave the field empty.`);
    const exact = places.filter((place) => place.name.toLowerCase() === text.toLowerCase());
    return (exact.length > 0 ? exact : places).map(({ id }) => id);
  }
  const message = start.error instanceof Error ? start.error.message : '';
  return { start, error: start.isError ? errorText(start.error, message || failures.executeEngine) : null };
}
