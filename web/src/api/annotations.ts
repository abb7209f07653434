import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, client, type QueryOf } from './client';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

export type Annotation = Schemas['Annotation'];
export type NewAnnotation = Schemas['NewAnnotation'];

const PAGE = 50;

export const annotationQueries = {
  all: () => ['annotations'] as const,
  list: (filter: QueryOf<'/api/annotations'> = {}) =>
    infiniteQueryOptions({
      queryKey: ['annotations', 'list', filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/annotations', { signal, params: { query: { ...filter, limit: PAGE, cursor } } })),
      placeholderData: keptWithin(filter.websiteId),
      ...paged,
    }),
};

export const annotationApi = {
  create: (body: NewAnnotation) => answer(client.POST('/api/annotations', { body })),
  update: (id: string, body: Schemas['AnnotationChanges']) =>
    answer(client.PATCH('/api/annotations/{id}', { params: { path: { id } }, body })),
  remove: (id: string) => answer(client.DELETE('/api/annotations/{id}', { params: { path: { id } } })),
};
