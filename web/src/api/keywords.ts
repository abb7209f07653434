import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { PAGE_SIZE } from '@/lib/constants';
import { address, api } from './client';
import type { Keyword, KeywordCluster } from './types';

export interface KeywordFilter {
  websiteId?: string;
  q?: string;
  intent?: string;
  cluster?: string;
  win?: string;
  minImpressions?: number;
  sort?: 'value' | 'clicks' | 'impressions' | 'position' | 'query' | 'volume';
  order?: 'asc' | 'desc';
}

export interface KeywordPage {
  keywords: Keyword[];
  nextCursor: string | null;
  total: number | null;
}

export const keywordQueries = {
  all: () => ['keywords'] as const,
  list: (filter: KeywordFilter, limit = PAGE_SIZE) =>
    infiniteQueryOptions({
      queryKey: ['keywords', 'list', filter, limit],
      queryFn: ({ pageParam, signal }) =>
        api.get<KeywordPage>('/api/keywords', { query: { ...filter, limit, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  /** How many rows a filter lets through; null when the server does not count. */
  count: (filter: KeywordFilter) =>
    queryOptions({
      queryKey: ['keywords', 'count', filter],
      queryFn: ({ signal }) => api.get<KeywordPage>('/api/keywords', { query: { ...filter, limit: 1 }, signal }),
      select: (page) => page.total,
    }),
  clusters: (params: { websiteId?: string } = {}, limit = PAGE_SIZE) =>
    infiniteQueryOptions({
      queryKey: ['keywords', 'clusters', params, limit],
      queryFn: ({ pageParam, signal }) =>
        api.get<{ clusters: KeywordCluster[]; nextCursor: string | null }>('/api/keywords/clusters', {
          query: { ...params, limit, cursor: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
};

/** Path of the export of the rows that `filter` shows. Fetch it with `downloadFile`: it needs the session's token. */
export function keywordExportPath(filter: KeywordFilter, format: 'csv' | 'json'): string {
  return address('/api/keywords/export', { ...filter, format });
}
