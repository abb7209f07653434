import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type BacklinkFilter = Omit<QueryOf<'/api/backlinks'>, 'cursor' | 'limit' | 'format'>;
export type SessionFilter = Omit<QueryOf<'/api/page-sessions'>, 'cursor' | 'limit' | 'format'>;
export type VisitFilter = Omit<QueryOf<'/api/crawler-visits'>, 'cursor' | 'limit'>;
export type CrawlerVisits = Schemas['CrawlerVisits'];
export type LeadFilter = Omit<QueryOf<'/api/leads'>, 'cursor' | 'limit' | 'format'>;
export type RevenueFilter = Omit<QueryOf<'/api/revenue'>, 'cursor' | 'limit' | 'format'>;

export type Backlink = Schemas['BacklinkList']['backlinks'][number];
export type BingRow = Schemas['BingList']['rows'][number];
export type BingFilter = Omit<QueryOf<'/api/bing-performance'>, 'cursor' | 'limit' | 'format'>;
export type SearchRow = Schemas['SearchPerformanceRow'];
export type SearchFilter = Omit<QueryOf<'/api/search-performance'>, 'cursor' | 'limit' | 'format'>;
export type Observation = Schemas['Observation'];
export type ObservationFilter = Omit<QueryOf<'/api/serps'>, 'cursor' | 'limit'>;
export type PageFilter = Omit<QueryOf<'/api/pages'>, 'cursor' | 'limit'>;
export type RateFilter = Omit<QueryOf<'/api/payout-rates'>, 'cursor' | 'limit'>;
export type ObservationTable = QueryOf<'/api/observations/export'>['table'];
export type SummarisedTable = Schemas['SummarisedTable'];
export type KeywordFilter = Omit<QueryOf<'/api/keyword-data'>, 'cursor' | 'limit' | 'format'>;
export type BacklinkSummary = Schemas['BacklinkSummary'];
export type PageSessions = Schemas['PageSessionsList']['sessions'][number];
export type Lead = Schemas['LeadList']['leads'][number];
export type Revenue = Schemas['RevenueList']['revenue'][number];

const ROWS = 50;

/** Keeps the shown rows while others of the same website are loaded, for example with another filter. */
function keptOf(websiteId: string | undefined) {
  return <Shown>(shown: Shown, previous: { queryKey: readonly unknown[] } | undefined): Shown | undefined =>
    (previous?.queryKey[2] as { websiteId?: string } | undefined)?.websiteId === websiteId ? shown : undefined;
}

/** Imported data with tables of their own, of one website. */
export const importedQueries = {
  backlinks: (query: BacklinkFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'backlinks', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/backlinks', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      ...paged,
    }),
  backlinkSummary: (websiteId: string) =>
    queryOptions({
      queryKey: ['imported', 'backlinks', 'summary', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/backlinks/summary', { signal, params: { query: { websiteId } } })),
    }),
  search: (query: SearchFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'search', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/search-performance', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptOf(query.websiteId),
      ...paged,
    }),
  searchSummary: (websiteId: string) =>
    queryOptions({
      queryKey: ['imported', 'search', 'summary', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/search-performance/summary', { signal, params: { query: { websiteId } } })),
    }),
  serps: (query: ObservationFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'serps', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/serps', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptOf(query.websiteId),
      ...paged,
    }),
  ranks: (query: ObservationFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'ranks', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/rankings', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptOf(query.websiteId),
      ...paged,
    }),
  /** Pages of crawls and exports. */
  pages: (query: PageFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'pages', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/pages', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptOf(query.websiteId),
      ...paged,
    }),
  /** Rates of imported rate cards. */
  rates: (query: RateFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'rates', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/payout-rates', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptOf(query.websiteId),
      ...paged,
    }),
  /** Figures of keyword tools. */
  keywords: (query: KeywordFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'keywords', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/keyword-data', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptOf(query.websiteId),
      ...paged,
    }),
  /** Rows of each table of observations, and when they were imported. */
  observationSummary: (websiteId: string) =>
    queryOptions({
      queryKey: ['imported', 'observations', 'summary', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/observations/summary', { signal, params: { query: { websiteId } } })),
    }),
  bing: (query: BingFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'bing', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/bing-performance', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      ...paged,
    }),
  bingSummary: (websiteId: string) =>
    queryOptions({
      queryKey: ['imported', 'bing', 'summary', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/bing-performance/summary', { signal, params: { query: { websiteId } } })),
    }),
  sessions: (query: SessionFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'sessions', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/page-sessions', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      ...paged,
    }),
  sessionSummary: (websiteId: string) =>
    queryOptions({
      queryKey: ['imported', 'sessions', 'summary', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/page-sessions/summary', { signal, params: { query: { websiteId } } })),
    }),
  /** Requests of AI crawlers in access logs. */
  visits: (query: VisitFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'visits', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/crawler-visits', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      placeholderData: keptOf(query.websiteId),
      ...paged,
    }),
  leads: (query: LeadFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'leads', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/leads', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      ...paged,
    }),
  leadSummary: (websiteId: string) =>
    queryOptions({
      queryKey: ['imported', 'leads', 'summary', websiteId],
      queryFn: ({ signal }) => answer(client.GET('/api/leads/summary', { signal, params: { query: { websiteId } } })),
    }),
  revenue: (query: RevenueFilter) =>
    infiniteQueryOptions({
      queryKey: ['imported', 'revenue', query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/revenue', { signal, params: { query: { ...query, limit: ROWS, cursor } } })),
      ...paged,
    }),
  revenueSummary: (websiteId: string) =>
    queryOptions({
      queryKey: ['imported', 'revenue', 'summary', websiteId],
      queryFn: ({ signal }) => answer(client.GET('/api/revenue/summary', { signal, params: { query: { websiteId } } })),
    }),
};

/** Addresses of the files with all rows of a filter. */
export const importedFiles = {
  backlinks: (query: BacklinkFilter) => addressOf('/api/backlinks/export', undefined, { ...query, format: 'csv' }),
  search: (query: SearchFilter) => addressOf('/api/search-performance/export', undefined, { ...query, format: 'csv' }),
  observations: (table: ObservationTable, query: ObservationFilter | PageFilter | RateFilter) =>
    addressOf('/api/observations/export', undefined, { ...query, table, format: 'csv' }),
  keywords: (query: KeywordFilter) => addressOf('/api/keyword-data/export', undefined, { ...query, format: 'csv' }),
  bing: (query: BingFilter) => addressOf('/api/bing-performance/export', undefined, { ...query, format: 'csv' }),
  sessions: (query: SessionFilter) => addressOf('/api/page-sessions/export', undefined, { ...query, format: 'csv' }),
  visits: (query: VisitFilter) => addressOf('/api/crawler-visits/export', undefined, { ...query, format: 'csv' }),
  leads: (query: LeadFilter) => addressOf('/api/leads/export', undefined, { ...query, format: 'csv' }),
  revenue: (query: RevenueFilter) => addressOf('/api/revenue/export', undefined, { ...query, format: 'csv' }),
};
