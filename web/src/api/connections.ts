import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type Connection = Schemas['Connection'];
export type ConnectionChanges = Schemas['ConnectionChanges'];
export type ConnectionRecommendation = Schemas['ConnectionRecommendation'];
export type ConnectionStatus = Schemas['ConnectionStatus'];
export type DataProvider = Schemas['Provider'];
export type ProviderBudget = Schemas['ProviderBudget'];
export type ProviderCall = Schemas['ProviderCall'];
/** A stored raw response. */
export type Evidence = Schemas['StoredResponse'];
export type EvidenceFilter = Omit<QueryOf<'/api/evidence'>, 'cursor' | 'limit'>;
export type CallFilter = Omit<QueryOf<'/api/connections/calls'>, 'cursor' | 'limit'>;

/** Polling interval while a connection is tested. */
const POLL_MS = 1_500;
const CALLS = 25;

export const connectionQueries = {
  all: () => ['connections'] as const,
  list: () =>
    queryOptions({
      queryKey: ['connections', 'list'],
      queryFn: ({ signal }) => answer(client.GET('/api/connections', { signal })),
      select: ({ connections }) => connections,
      refetchInterval: ({ state }) => (state.data?.connections.some(({ isTesting }) => isTesting) ? POLL_MS : false),
    }),
  providers: () =>
    queryOptions({
      queryKey: ['connections', 'providers'],
      queryFn: ({ signal }) => answer(client.GET('/api/connections/providers', { signal })),
      select: ({ providers }) => providers,
    }),
  recommendations: (websiteId?: string) =>
    queryOptions({
      queryKey: ['connections', 'recommendations', websiteId ?? ''],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/connections/recommendations', { signal, params: { query: { websiteId } } })),
      select: ({ recommendations }) => recommendations,
    }),
  budget: () =>
    queryOptions({
      queryKey: ['connections', 'budget'],
      queryFn: ({ signal }) => answer(client.GET('/api/connections/budget', { signal })),
      select: ({ budget }) => budget,
    }),
  stats: () =>
    queryOptions({
      queryKey: ['connections', 'stats'],
      queryFn: ({ signal }) => answer(client.GET('/api/connections/stats', { signal })),
    }),
  calls: (filter: CallFilter) =>
    infiniteQueryOptions({
      queryKey: ['connections', 'calls', filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(
          client.GET('/api/connections/calls', { signal, params: { query: { ...filter, limit: CALLS, cursor } } }),
        ),
      placeholderData: (shown) => shown,
      ...paged,
    }),
  evidence: (filter: EvidenceFilter) =>
    infiniteQueryOptions({
      queryKey: ['connections', 'evidence', filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/evidence', { signal, params: { query: { ...filter, limit: CALLS, cursor } } })),
      placeholderData: (shown) => shown,
      ...paged,
    }),
};

export const connectionApi = {
  create: (body: Schemas['NewConnection']) => answer(client.POST('/api/connections', { body })),
  update: ({ id, ...body }: ConnectionChanges & { id: string }) =>
    answer(client.PATCH('/api/connections/{id}', { params: { path: { id } }, body })),
  remove: (id: string) => answer(client.DELETE('/api/connections/{id}', { params: { path: { id } } })),
  test: (id: string) => answer(client.POST('/api/connections/{id}/test', { params: { path: { id } } })),
  setBudget: (body: Schemas['NewProviderBudget']) => answer(client.PUT('/api/connections/budget', { body })),
  /** Returns the page of Google on which the user agrees. */
  askGoogle: (body: Schemas['NewGoogleConsent']) => answer(client.POST('/api/connections/google', { body })),
  callsFile: (filter: Omit<CallFilter, 'runId'>) =>
    addressOf('/api/connections/calls/export', undefined, { format: 'csv', ...filter }),
  evidenceListFile: (filter: EvidenceFilter) =>
    addressOf('/api/evidence/export', undefined, { format: 'csv', ...filter }),
  evidenceFile: (id: string) => addressOf('/api/evidence/{id}', { id }),
};
