import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type MarketVertical = Schemas['MarketVertical'];
export type MarketFigure = Schemas['MarketFigure'];
export type MarketPlace = Schemas['MarketPlace'];
export type MarketOpportunity = Schemas['MarketOpportunity'];
export type MarketDataSource = Schemas['MarketDataSource'];
export type MarketValue = Schemas['MarketValue'];
export type MarketChange = Schemas['MarketChange'];
export type NewMarketValue = Schemas['NewMarketValue'];
export type MarketFile = Schemas['MarketFile'];
export type PlaceFilter = Omit<QueryOf<'/api/payout-data/places'>, 'cursor' | 'limit'>;
export type MarketFilter = Omit<QueryOf<'/api/payout-data/search'>, 'page' | 'limit'>;
export type MarketTable = QueryOf<'/api/payout-data/export'>;

const PLACES = 50;
const MARKETS = 50;
const CHANGES = 20;

export const marketQueries = {
  all: () => ['market-data'] as const,
  verticals: () =>
    queryOptions({
      queryKey: ['market-data', 'verticals'],
      queryFn: ({ signal }) => answer(client.GET('/api/payout-data/verticals', { signal })),
      select: ({ data }) => data,
    }),
  places: (filter: PlaceFilter) =>
    infiniteQueryOptions({
      queryKey: ['market-data', 'places', filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(
          client.GET('/api/payout-data/places', { signal, params: { query: { ...filter, limit: PLACES, cursor } } }),
        ),
      placeholderData: (shown) => shown,
      ...paged,
    }),
  markets: (filter: MarketFilter, page: number) =>
    queryOptions({
      queryKey: ['market-data', 'markets', filter, page],
      queryFn: ({ signal }) =>
        answer(
          client.GET('/api/payout-data/search', { signal, params: { query: { ...filter, limit: MARKETS, page } } }),
        ),
      placeholderData: (shown) => shown,
    }),
  sources: () =>
    queryOptions({
      queryKey: ['market-data', 'sources'],
      queryFn: ({ signal }) => answer(client.GET('/api/payout-data/sources', { signal })),
    }),
  values: () =>
    queryOptions({
      queryKey: ['market-data', 'values'],
      queryFn: ({ signal }) => answer(client.GET('/api/market-values', { signal, params: { query: {} } })),
      select: ({ values }) => values,
    }),
  changes: () =>
    infiniteQueryOptions({
      queryKey: ['market-data', 'changes'],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/market-changes', { signal, params: { query: { limit: CHANGES, cursor } } })),
      ...paged,
    }),
};

export const marketApi = {
  set: (value: NewMarketValue) => answer(client.POST('/api/market-values', { body: { values: [value] } })),
  remove: ({ kind, key }: Pick<MarketValue, 'kind' | 'key'>) =>
    answer(client.POST('/api/market-values/remove', { body: { kind, key } })),
  importFile: (body: MarketFile) => answer(client.POST('/api/market-values/import', { body })),
  undo: (id: string) => answer(client.POST('/api/market-changes/{id}/undo', { params: { path: { id } } })),
  redo: (id: string) => answer(client.POST('/api/market-changes/{id}/redo', { params: { path: { id } } })),
  file: (table: MarketTable) => addressOf('/api/payout-data/export', undefined, { format: 'csv', ...table }),
};
