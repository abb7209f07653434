import { queryOptions } from '@tanstack/react-query';
import { answer, client, type QueryOf } from './client';
import type { Schemas } from './types';

export type WebsiteSettings = Schemas['WebsiteSettings'];
export type WebsiteGoal = Schemas['WebsiteGoal'];

/** A day of a website in its latest export. */
export type Day = Schemas['Day'];

export const websiteQueries = {
  all: () => ['websites'] as const,
  list: (query: QueryOf<'/api/websites'> = {}) =>
    queryOptions({
      queryKey: ['websites', 'list', query],
      queryFn: ({ signal }) => answer(client.GET('/api/websites', { signal, params: { query } })),
      select: ({ websites }) => websites,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['websites', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/websites/{id}', { signal, params: { path: { id } } })),
      select: ({ website }) => website,
    }),
  revenue: (id: string) =>
    queryOptions({
      queryKey: ['websites', 'revenue', id],
      queryFn: ({ signal }) => answer(client.GET('/api/websites/{id}/revenue', { signal, params: { path: { id } } })),
    }),
  daily: (id: string) =>
    queryOptions({
      queryKey: ['websites', 'daily', id],
      queryFn: ({ signal }) => answer(client.GET('/api/websites/{id}/daily', { signal, params: { path: { id } } })),
    }),
};

export const websiteApi = {
  create: (body: Schemas['NewWebsite']) => answer(client.POST('/api/websites', { body })),
  update: (id: string, body: Schemas['WebsiteChanges']) =>
    answer(client.PATCH('/api/websites/{id}', { params: { path: { id } }, body })),
  archive: (id: string) => answer(client.POST('/api/websites/{id}/archive', { params: { path: { id } } })),
  restore: (id: string) => answer(client.POST('/api/websites/{id}/restore', { params: { path: { id } } })),
  /** Deletes a website permanently; `host` confirms it. */
  delete: (id: string, host: string) =>
    answer(client.DELETE('/api/websites/{id}', { params: { path: { id } }, body: { host } })),
};
