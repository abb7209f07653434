import { queryOptions } from '@tanstack/react-query';
import { failures } from '@/lib/strings';
import { api } from './client';
import type { Opportunity } from './types';

export interface OpportunityFilter {
  websiteId?: string;
  category?: string;
  difficulty?: string;
  quickWins?: boolean;
  automated?: boolean;
  sort?: string;
  order?: 'asc' | 'desc';
}

export const opportunityQueries = {
  all: () => ['opportunities'] as const,
  list: (filter: OpportunityFilter = {}) =>
    queryOptions({
      queryKey: ['opportunities', 'list', filter],
      queryFn: ({ signal }) =>
        api.get<{ opportunities: Opportunity[] }>('/api/opportunities', {
          query: { ...filter },
          signal,
          fallback: failures.opportunities,
        }),
    }),
};

/** What a person gives of an opportunity; in an update, what is left out stays. */
export interface OpportunityInput {
  title?: string;
  category?: string;
  keyword?: string;
  score?: number;
  difficulty?: number;
  effortMinutes?: number;
  quickWin?: boolean;
}

export const opportunityApi = {
  create: (body: OpportunityInput & { title: string; websiteId: string }) =>
    api.post<{ opportunity: Opportunity }>('/api/opportunities', { body, fallback: failures.createOpportunity }),
  implement: (id: string) =>
    api.post<{ opportunityId: string; status: string; opportunity?: Opportunity }>(
      `/api/opportunities/${id}/implement`,
      { body: {}, fallback: failures.implementOpportunity },
    ),
  update: (id: string, body: OpportunityInput & { status?: string }) =>
    api.patch<{ opportunity: Opportunity }>(`/api/opportunities/${id}`, {
      body,
      fallback: failures.updateOpportunity,
    }),
};
