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

/** Most rows of a request. */
const MOST_ROWS = 200;

/** The first rows that match a filter, in its order; fewer if it has no more. */
export async function firstKeywords(filter: KeywordFilter, count: number): Promise<KeywordPage['keywords']> {
  const rows: KeywordPage['keywords'] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(MOST_ROWS, count - rows.length);
    const page = await answer(client.GET('/api/keywords', { params: { query: { ...filter, limit, cursor } } }));
    rows.push(...page.keywords);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && rows.length < count);
  return rows;
}

/** Path of the export of the rows that match `filter`. Requires `downloadFile`, which sends the session's token. */
export function keywordExportPath(filter: KeywordFilter, format: 'csv' | 'json'): string {
  return addressOf('/api/keywords/export', undefined, { ...filter, format });
}
