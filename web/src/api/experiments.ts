import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import type { Run } from './types';

type Schemas = components['schemas'];

export type ListedExperiment = Schemas['ListedExperiment'];
export type Experiment = Schemas['Experiment'];
export type ExperimentPower = Schemas['ExperimentPower'];
export type ExperimentArmPower = Schemas['ExperimentArmPower'];
export type ExperimentOutcome = Schemas['ExperimentOutcome'];
export type ExperimentArmOutcome = Schemas['ExperimentArmOutcome'];
export type EffectRange = Schemas['EffectRange'];
export type NewExperiment = Schemas['NewExperiment'];

const BASE = '/api/experiments';
const PAGE = 50;
/** Seconds in which most experiments are judged. */
const WAIT = 10;

interface Judging {
  experiment: Experiment;
  run: Run;
}

export const experimentQueries = {
  all: () => ['experiments'] as const,
  list: (filter: { websiteId?: string; verdict?: string } = {}) =>
    infiniteQueryOptions({
      queryKey: ['experiments', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        api.get<{ experiments: ListedExperiment[]; nextCursor: string | null }>(BASE, {
          query: { ...filter, limit: PAGE, cursor: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['experiments', 'detail', id],
      queryFn: ({ signal }) => api.get<{ experiment: Experiment }>(`${BASE}/${id}`, { signal }),
      select: (answer) => answer.experiment,
    }),
};

export const experimentApi = {
  create: (body: NewExperiment) => api.post<Judging>(BASE, { body, headers: { Prefer: `wait=${WAIT}` } }),
  judge: (id: string) => api.post<Judging>(`${BASE}/${id}/judge`, { body: {}, headers: { Prefer: `wait=${WAIT}` } }),
  remove: (id: string) => api.delete<object>(`${BASE}/${id}`),
  daysFile: (id: string, format: string) => `${BASE}/${id}/export?format=${format}`,
  listFile: (format: string) => `${BASE}/export?format=${format}`,
};
