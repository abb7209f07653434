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
  clusters: (params: { websiteId?: string; limit?: number; cursor?: string } = {}) =>
    queryOptions({
      queryKey: ['keywords', 'clusters', params],
      queryFn: ({ signal }) =>
        api.get<{ clusters: KeywordCluster[]; nextCursor: string | null }>('/api/keywords/clusters', {
          query: params,
          signal,
        }),
    }),
};

/** Path of the export of the rows that `filter` shows. Fetch it with `downloadFile`: it needs the session's token. */
export function keywordExportPath(filter: KeywordFilter, format: 'csv' | 'json'): string {
  return address('/api/keywords/export', { ...filter, format });
}
