import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { Website } from './types';

export const websiteQueries = {
  all: () => ['websites'] as const,
  list: (params: { type?: string } = {}) =>
    queryOptions({
      queryKey: ['websites', 'list', params],
      queryFn: ({ signal }) => api.get<{ websites: Website[] }>('/api/websites', { query: params, signal }),
      select: (answer) => answer.websites,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['websites', 'detail', id],
      queryFn: ({ signal }) => api.get<{ website: Website }>(`/api/websites/${id}`, { signal }),
      select: (answer) => answer.website,
    }),
};

export const websiteApi = {
  create: (body: { name?: string; url: string }) => api.post<{ website: Website }>('/api/websites', { body }),
};
