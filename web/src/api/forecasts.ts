import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, client, type QueryOf } from './client';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

export type ForecastFilter = Pick<QueryOf<'/api/forecasts'>, 'engineId' | 'websiteId' | 'settled'>;
/** A forecast and its outcome. */
export type Forecast = Schemas['Forecast'];
/** Stated confidence of an engine, and the share of its correct claims. */
export type EngineRecord = Schemas['EngineRecord'];

const PAGE = 50;

export const forecastQueries = {
  all: () => ['forecasts'] as const,
  list: (filter: ForecastFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ['forecasts', 'list', filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/forecasts', { signal, params: { query: { ...filter, limit: PAGE, cursor } } })),
      placeholderData: keptWithin(filter.websiteId),
      ...paged,
    }),
  calibration: () =>
    queryOptions({
      queryKey: ['forecasts', 'calibration'],
      queryFn: ({ signal }) => answer(client.GET('/api/calibration', { signal })),
      select: ({ calibration }) => calibration,
    }),
};
