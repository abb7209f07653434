import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type TrackedKeyword = Schemas['TrackedKeyword'];
export type RankCheck = Schemas['RankCheck'];
export type RankSummary = Schemas['RankSummary'];
export type RankSettings = Schemas['RankSettings'];
export type RankEstimate = Schemas['RankEstimate'];
export type RankMover = Schemas['RankMover'];
export type RankAlert = Schemas['RankAlert'];
export type RankDigestSettings = Schemas['RankDigestSettings'];
export type RankDigest = Schemas['RankDigest'];
export type RankAlertSubscription = Schemas['RankAlertSubscription'];
export type RankAlertRules = Schemas['RankAlertRules'];
export type RankGroup = Schemas['RankGroup'];
export type NewTrackedKeywords = Schemas['NewTrackedKeywords'];
export type NewRankSettings = Schemas['NewRankSettings'];
export type NewRankDigestSettings = Schemas['NewRankDigestSettings'];
export type RankFilter = Omit<QueryOf<'/api/ranks/keywords'>, 'cursor' | 'limit' | 'websiteId'>;
export type KeywordRankCheck = Schemas['KeywordRankCheck'];
export type RankHistoryFilter = Omit<QueryOf<'/api/ranks/history'>, 'cursor' | 'limit' | 'format'>;
export type EstimateQuery = QueryOf<'/api/ranks/estimate'>;

const KEYWORDS = 50;
const ALERTS = 20;
const CHECKS = 50;

export const rankQueries = {
  all: () => ['ranks'] as const,
  keywords: (websiteId: string, filter: RankFilter) =>
    infiniteQueryOptions({
      queryKey: ['ranks', 'keywords', websiteId, filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(
          client.GET('/api/ranks/keywords', {
            signal,
            params: { query: { ...filter, websiteId, limit: KEYWORDS, cursor } },
          }),
        ),
      placeholderData: (shown, query) => (query?.queryKey[2] === websiteId ? shown : undefined),
      ...paged,
    }),
  keyword: (id: string) =>
    queryOptions({
      queryKey: ['ranks', 'keyword', id],
      queryFn: ({ signal }) => answer(client.GET('/api/ranks/keywords/{id}', { signal, params: { path: { id } } })),
    }),
  summary: (websiteId: string, days: number) =>
    queryOptions({
      queryKey: ['ranks', 'summary', websiteId, days],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/ranks/summary', { signal, params: { query: { websiteId, days } } })),
      placeholderData: (shown, query) => (query?.queryKey[2] === websiteId ? shown : undefined),
    }),
  history: (query: RankHistoryFilter) =>
    infiniteQueryOptions({
      queryKey: ['ranks', 'history', query.websiteId, query],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/ranks/history', { signal, params: { query: { ...query, limit: CHECKS, cursor } } })),
      placeholderData: (shown, previous) => (previous?.queryKey[2] === query.websiteId ? shown : undefined),
      ...paged,
    }),
  alerts: (websiteId: string) =>
    infiniteQueryOptions({
      queryKey: ['ranks', 'alerts', websiteId],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/ranks/alerts', { signal, params: { query: { websiteId, limit: ALERTS, cursor } } })),
      ...paged,
    }),
  alertSubscription: (websiteId: string) =>
    queryOptions({
      queryKey: ['ranks', 'alert-subscription', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/ranks/alerts/subscription', { signal, params: { query: { websiteId } } })),
    }),
  settings: (websiteId: string) =>
    queryOptions({
      queryKey: ['ranks', 'settings', websiteId],
      queryFn: ({ signal }) => answer(client.GET('/api/ranks/settings', { signal, params: { query: { websiteId } } })),
    }),
  digest: (websiteId: string) =>
    queryOptions({
      queryKey: ['ranks', 'digest', websiteId],
      queryFn: ({ signal }) => answer(client.GET('/api/ranks/digest', { signal, params: { query: { websiteId } } })),
    }),
  digestPreview: (websiteId: string) =>
    queryOptions({
      queryKey: ['ranks', 'digest-preview', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/ranks/digest/preview', { signal, params: { query: { websiteId } } })),
    }),
  estimate: (query: EstimateQuery) =>
    queryOptions({
      queryKey: ['ranks', 'estimate', query],
      queryFn: ({ signal }) => answer(client.GET('/api/ranks/estimate', { signal, params: { query } })),
      select: ({ estimate }) => estimate,
      placeholderData: (shown) => shown,
    }),
};

export const rankApi = {
  add: (body: NewTrackedKeywords) => answer(client.POST('/api/ranks/keywords', { body })),
  tag: (websiteId: string, ids: string[], tags: string[]) =>
    answer(client.PATCH('/api/ranks/keywords', { body: { websiteId, ids, tags } })),
  remove: (websiteId: string, ids: string[]) =>
    answer(client.POST('/api/ranks/keywords/remove', { body: { websiteId, ids } })),
  check: (websiteId: string, keywordIds?: string[]) =>
    answer(client.POST('/api/ranks/checks', { body: { websiteId, keywordIds } })),
  saveSettings: (body: NewRankSettings) => answer(client.PUT('/api/ranks/settings', { body })),
  saveDigest: (body: NewRankDigestSettings) => answer(client.PUT('/api/ranks/digest', { body })),
  subscribeDigest: (websiteId: string, isSubscribed: boolean) =>
    answer(client.PUT('/api/ranks/digest/subscription', { body: { websiteId, isSubscribed } })),
  subscribeAlerts: (websiteId: string, isSubscribed: boolean) =>
    answer(client.PUT('/api/ranks/alerts/subscription', { body: { websiteId, isSubscribed } })),
  sendDigest: (websiteId: string) => answer(client.POST('/api/ranks/digest/send', { body: { websiteId } })),
  unsubscribe: (token: string) =>
    answer(client.POST('/api/ranks/digest/unsubscribe', { params: { query: { token } } })),
  /** Keywords that a filter chooses; the file has an order of its own. */
  file: (websiteId: string, { sort: _, ...filter }: RankFilter) =>
    addressOf('/api/ranks/export', undefined, { websiteId, ...filter, format: 'csv' }),
  historyFile: (query: RankHistoryFilter) =>
    addressOf('/api/ranks/history/export', undefined, { ...query, format: 'csv' }),
};
