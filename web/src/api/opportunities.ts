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

/** User input of an opportunity; in an update, omitted fields are unchanged. */
export type OpportunityInput = Schemas['OpportunityChanges'];

export const opportunityApi = {
  create: (body: Schemas['NewOpportunity']) => answer(client.POST('/api/opportunities', { body })),
  implement: (id: string) => answer(client.POST('/api/opportunities/{id}/implement', { params: { path: { id } } })),
  update: (id: string, body: Schemas['OpportunityChanges']) =>
    answer(client.PATCH('/api/opportunities/{id}', { params: { path: { id } }, body })),
};
