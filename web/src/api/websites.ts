import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import type { Website } from './types';

export type WebsiteSettings = Website['settings'];
export type WebsiteGoal = WebsiteSettings['goals'][number];

/** A day of a website, as its newest export counts it. */
export type Day = components['schemas']['Day'];

export const websiteQueries = {
  all: () => ['websites'] as const,
  list: (params: { type?: string; archived?: boolean } = {}) =>
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
  daily: (id: string) =>
    queryOptions({
      queryKey: ['websites', 'daily', id],
      queryFn: ({ signal }) => api.get<{ days: Day[] }>(`/api/websites/${id}/daily`, { signal }),
    }),
};

export const websiteApi = {
  create: (body: { name?: string; url: string }) => api.post<{ website: Website }>('/api/websites', { body }),
  update: (id: string, body: { name?: string; settings?: WebsiteSettings }) =>
    api.patch<{ website: Website }>(`/api/websites/${id}`, { body }),
  archive: (id: string) => api.post<{ website: Website }>(`/api/websites/${id}/archive`),
  restore: (id: string) => api.post<{ website: Website }>(`/api/websites/${id}/restore`),
  /** Deletes a website for good; `host` confirms it. */
  delete: (id: string, host: string) => api.delete(`/api/websites/${id}`, { body: { host } }),
};
