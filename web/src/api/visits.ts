import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

export type VisitReport = Schemas['VisitReport'];
export type VisitCounts = Schemas['VisitCounts'];
export type VisitDay = Schemas['VisitDay'];
export type VisitGroup = Schemas['VisitGroup'];
export type PageViews = Schemas['PageViews'];
export type Conversion = Schemas['Conversion'];
export type Channel = Schemas['Channel'];
export type ConversionFilter = Omit<QueryOf<'/api/websites/{id}/conversions'>, 'cursor' | 'limit' | 'format'>;
/** First and last day, in UTC. */
export type Period = Required<QueryOf<'/api/websites/{id}/visits'>>;

const PAGE = 10;

/** Interval between two requests while no visitor's report has arrived. */
export const WAITING_MS = 30_000;

export const visitQueries = {
  all: () => ['visits'] as const,
  /** Visits of a website. While another period loads, the previous one of the same website stays. */
  report: (websiteId: string, period: Period) =>
    queryOptions({
      queryKey: ['visits', 'report', websiteId, period],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/websites/{id}/visits', { signal, params: { path: { id: websiteId }, query: period } })),
      placeholderData: (shown, query) => (query?.queryKey[2] === websiteId ? shown : undefined),
      refetchInterval: ({ state }) => (state.data?.lastEventAt === null ? WAITING_MS : false),
    }),
  conversions: (websiteId: string, filter: ConversionFilter) =>
    infiniteQueryOptions({
      queryKey: ['visits', 'conversions', websiteId, filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(
          client.GET('/api/websites/{id}/conversions', {
            signal,
            params: { path: { id: websiteId }, query: { ...filter, limit: PAGE, cursor } },
          }),
        ),
      placeholderData: keptWithin(websiteId),
      ...paged,
    }),
};

export const visitFiles = {
  conversions: (id: string, filter: ConversionFilter) =>
    addressOf('/api/websites/{id}/conversions/export', { id }, { ...filter, format: 'csv' }),
};
