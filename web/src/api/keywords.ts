import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '@/lib/constants';
import { addressOf, answer, client, type QueryOf } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type KeywordFilter = Omit<QueryOf<'/api/keywords'>, 'cursor' | 'limit'>;
export type KeywordPage = Schemas['KeywordList'];

export const keywordQueries = {
  all: () => ['keywords'] as const,
  list: (filter: KeywordFilter, limit = PAGE_SIZE) =>
    infiniteQueryOptions({
      queryKey: ['keywords', 'list', filter, limit],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/keywords', { signal, params: { query: { ...filter, limit, cursor } } })),
      ...paged,
    }),
  /** Number of rows that match a filter. */
  count: (filter: KeywordFilter) =>
    queryOptions({
      queryKey: ['keywords', 'count', filter],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/keywords', { signal, params: { query: { ...filter, limit: 1 } } })),
      select: ({ total }) => total,
    }),
  clusters: (params: { websiteId?: string } = {}, limit = PAGE_SIZE) =>
    infiniteQueryOptions({
      queryKey: ['keywords', 'clusters', params, limit],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/keywords/clusters', { signal, params: { query: { ...params, limit, cursor } } })),
      ...paged,
    }),
};

/** Path of the export of the rows that match `filter`. Requires `downloadFile`, which sends the session's token. */
export function keywordExportPath(filter: KeywordFilter, format: 'csv' | 'json'): string {
  return addressOf('/api/keywords/export', undefined, { ...filter, format });
}
