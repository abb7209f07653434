import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';

type Schemas = components['schemas'];

export type Annotation = Schemas['Annotation'];
export type NewAnnotation = Schemas['NewAnnotation'];

const BASE = '/api/annotations';
const PAGE = 50;

export const annotationQueries = {
  all: () => ['annotations'] as const,
  list: (filter: { websiteId?: string; kind?: string } = {}) =>
    infiniteQueryOptions({
      queryKey: ['annotations', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        api.get<{ annotations: Annotation[]; nextCursor: string | null }>(BASE, {
          query: { ...filter, limit: PAGE, cursor: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
};

export const annotationApi = {
  create: (body: NewAnnotation) => api.post<{ annotation: Annotation }>(BASE, { body }),
  update: (id: string, body: Partial<NewAnnotation>) =>
    api.patch<{ annotation: Annotation }>(`${BASE}/${id}`, { body }),
  remove: (id: string) => api.delete<object>(`${BASE}/${id}`),
};
