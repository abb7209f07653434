import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, client, type QueryOf } from './client';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

/** A plan in a list. */
export type ListedPlan = Schemas['ListedPlan'];
export type PlanStep = Schemas['PlanStep'];
export type Plan = Schemas['Plan'];
export type NewPlan = Schemas['NewPlan'];
export type KillSwitch = Schemas['KillSwitch'];
export type KillSwitches = Schemas['KillSwitches'];
export type PlanAtWork = Schemas['PlanAtWork'];

const PAGE = 50;
const header = { Prefer: 'wait=10' };

export const planQueries = {
  all: () => ['plans'] as const,
  list: (filter: Pick<QueryOf<'/api/plans'>, 'status'> = {}) =>
    infiniteQueryOptions({
      queryKey: ['plans', 'list', filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/plans', { signal, params: { query: { ...filter, limit: PAGE, cursor } } })),
      placeholderData: keptWithin(),
      ...paged,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['plans', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/plans/{id}', { signal, params: { path: { id } } })),
      select: ({ plan }) => plan,
    }),
  killSwitch: () =>
    queryOptions({
      queryKey: ['plans', 'kill-switch'],
      queryFn: ({ signal }) => answer(client.GET('/api/kill-switch', { signal })),
    }),
};

export const planApi = {
  create: (body: NewPlan) => answer(client.POST('/api/plans', { params: { header }, body })),
  approve: (id: string, steps: string[]) =>
    answer(client.POST('/api/plans/{id}/approve', { params: { header, path: { id } }, body: { steps } })),
  reject: (id: string, steps: string[]) =>
    answer(client.POST('/api/plans/{id}/reject', { params: { path: { id } }, body: { steps } })),
  apply: (id: string) => answer(client.POST('/api/plans/{id}/apply', { params: { header, path: { id } } })),
  undo: (id: string, steps: string[]) =>
    answer(client.POST('/api/plans/{id}/undo', { params: { header, path: { id } }, body: { steps } })),
  setKillSwitch: (body: Schemas['ThrowKillSwitch']) => answer(client.PUT('/api/kill-switch', { body })),
};
