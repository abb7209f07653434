import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { Run } from './types';

/** A plan in a list. */
export interface ListedPlan {
  id: string;
  websiteId: string | null;
  title: string;
  reason: string;
  /** insight:ID or opportunity:ID; null where a person wrote it. */
  source: string | null;
  status: string;
  /** Why it stands there. */
  detail: string;
  actions: number;
  runId: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

export interface PlanStep {
  id: string;
  kind: string;
  subject: string;
  /** safe_auto, needs_approval or never_auto. */
  risk: string;
  removed: string[];
  added: string[];
  /** True for a step that goes first to try. */
  isCanary: boolean;
  dependsOn: string[];
  idempotencyKey: string;
  /** approved or rejected; null while nobody has said. */
  decision: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  /** failed, done, verified or not_verified; null before it was tried. */
  outcome: string | null;
  detail: string;
  doneAt: string | null;
  takenBackAt: string | null;
}

export interface Plan extends ListedPlan {
  steps: PlanStep[];
  blocked: { id: string; reason: string }[];
}

export interface NewPlan {
  title: string;
  reason: string;
  websiteId: string;
  insightId: string;
  opportunityId: string;
}

export interface KillSwitch {
  isOn: boolean;
  reason: string;
  changedBy: string | null;
  changedAt: string | null;
}

export interface KillSwitches {
  isStopped: boolean;
  workspace: KillSwitch;
  /** That of the whole installation. */
  operator: KillSwitch;
}

const BASE = '/api/plans';
const PAGE = 50;
const wait = { Prefer: 'wait=10' };

export interface PlanAtWork {
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
  create: (body: Partial<NewPlan>) => api.post<PlanAtWork>(BASE, { body, headers: wait }),
  approve: (id: string, steps: string[]) =>
    api.post<PlanAtWork>(`${BASE}/${id}/approve`, { body: { steps }, headers: wait }),
  reject: (id: string, steps: string[]) => api.post<{ plan: Plan }>(`${BASE}/${id}/reject`, { body: { steps } }),
  apply: (id: string) => api.post<PlanAtWork>(`${BASE}/${id}/apply`, { body: {}, headers: wait }),
  undo: (id: string, steps: string[]) => api.post<PlanAtWork>(`${BASE}/${id}/undo`, { body: { steps }, headers: wait }),
  setKillSwitch: (body: { isOn: boolean; reason: string }) => api.put<KillSwitches>('/api/kill-switch', { body }),
};
