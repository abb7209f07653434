import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import type { Run } from './types';

type Schemas = components['schemas'];

export type ListedPlan = Schemas['ListedPlan'];
export type Plan = Schemas['Plan'];
export type PlanStep = Schemas['PlanStep'];
export type NewPlan = Schemas['NewPlan'];
export type KillSwitches = Schemas['KillSwitches'];

const BASE = '/api/plans';
const PAGE = 50;
const wait = { Prefer: 'wait=10' };

interface Working {
  plan: Plan;
  run: Run;
}

export const planQueries = {
  all: () => ['plans'] as const,
  list: (filter: { status?: string } = {}) =>
    infiniteQueryOptions({
      queryKey: ['plans', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        api.get<{ plans: ListedPlan[]; nextCursor: string | null }>(BASE, {
          query: { ...filter, limit: PAGE, cursor: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['plans', 'detail', id],
      queryFn: ({ signal }) => api.get<{ plan: Plan }>(`${BASE}/${id}`, { signal }),
      select: (answer) => answer.plan,
    }),
  killSwitch: () =>
    queryOptions({
      queryKey: ['plans', 'kill-switch'],
      queryFn: ({ signal }) => api.get<KillSwitches>('/api/kill-switch', { signal }),
    }),
};

export const planApi = {
  create: (body: Partial<NewPlan>) => api.post<Working>(BASE, { body, headers: wait }),
  approve: (id: string, steps: string[]) => api.post<Working>(`${BASE}/${id}/approve`, { body: { steps }, headers: wait }),
  reject: (id: string, steps: string[]) => api.post<{ plan: Plan }>(`${BASE}/${id}/reject`, { body: { steps } }),
  apply: (id: string) => api.post<Working>(`${BASE}/${id}/apply`, { body: {}, headers: wait }),
  undo: (id: string, steps: string[]) => api.post<Working>(`${BASE}/${id}/undo`, { body: { steps }, headers: wait }),
  setKillSwitch: (body: { isOn: boolean; reason: string }) => api.put<KillSwitches>('/api/kill-switch', { body }),
};
