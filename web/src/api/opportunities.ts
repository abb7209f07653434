import { queryOptions } from '@tanstack/react-query';
import { answer, client, type QueryOf } from './client';
import type { Schemas } from './types';

export type OpportunityFilter = QueryOf<'/api/opportunities'>;

export const opportunityQueries = {
  all: () => ['opportunities'] as const,
  list: (filter: OpportunityFilter = {}) =>
    queryOptions({
      queryKey: ['opportunities', 'list', filter],
      queryFn: ({ signal }) => answer(client.GET('/api/opportunities', { signal, params: { query: filter } })),
    }),
};

export const opportunityApi = {
  implement: (id: string) => answer(client.POST('/api/opportunities/{id}/implement', { params: { path: { id } } })),
  update: (id: string, body: Schemas['OpportunityChanges']) =>
    answer(client.PATCH('/api/opportunities/{id}', { params: { path: { id } }, body })),
};
