import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client';

export interface ForecastFilter {
  engineId?: string;
  websiteId?: string;
  settled?: boolean;
}

/** Something that was foretold, and what came of it. */
export interface Forecast {
  id: string;
  websiteId: string | null;
  engineId: string;
  runId: string;
  /** claim or quantity. */
  kind: string;
  subject: string;
  statement: string;
  /** Of a claim, 0 to 1. */
  probability: number | null;
  /** Of a quantity. */
  quantiles: { mean: number; p10: number; p50: number; p90: number } | null;
  naive: number | null;
  model: string;
  madeAt: string;
  dueAt: string;
  /** 0 or 1 for a claim, the measured figure for a quantity; null before it is known. */
  outcome: number | null;
  outcomeAt: string | null;
}

/** How sure an engine said it was, and how often it was right. */
export interface EngineRecord {
  engineId: string;
  claimed: number;
  observed: number;
  n: number;
}

const PAGE = 50;

export const forecastQueries = {
  all: () => ['forecasts'] as const,
  list: (filter: ForecastFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ['forecasts', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        api.get<{ forecasts: Forecast[]; nextCursor: string | null }>('/api/forecasts', {
          query: { ...filter, limit: PAGE, cursor: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
  calibration: () =>
    queryOptions({
      queryKey: ['forecasts', 'calibration'],
      queryFn: ({ signal }) => api.get<{ calibration: EngineRecord[] }>('/api/calibration', { signal }),
      select: (answer) => answer.calibration,
    }),
};
