import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

/** A figure with its 95 % interval. */
export type EffectRange = Schemas['EffectRange'];
/** An experiment in a list. */
export type ListedExperiment = Schemas['ListedExperiment'];
/** Power analysis of one website. */
export type ExperimentArmPower = Schemas['ExperimentArmPower'];
export type ExperimentPower = Schemas['ExperimentPower'];
/** The result on one website. */
export type ExperimentArmOutcome = Schemas['ExperimentArmOutcome'];
export type ExperimentOutcome = Schemas['ExperimentOutcome'];
export type Experiment = Schemas['Experiment'];
export type NewExperiment = Schemas['NewExperiment'];
export type ExperimentJudging = Schemas['ExperimentJudging'];

const PAGE = 50;
/** Seconds in which most experiments are evaluated. */
const WAIT = 10;
const header = { Prefer: `wait=${WAIT}` };

type Format = QueryOf<'/api/experiments/export'>['format'];

export const experimentQueries = {
  all: () => ['experiments'] as const,
  list: (filter: QueryOf<'/api/experiments'> = {}) =>
    infiniteQueryOptions({
      queryKey: ['experiments', 'list', filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/experiments', { signal, params: { query: { ...filter, limit: PAGE, cursor } } })),
      placeholderData: keptWithin(filter.websiteId),
      ...paged,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['experiments', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/experiments/{id}', { signal, params: { path: { id } } })),
      select: ({ experiment }) => experiment,
    }),
};

export const experimentApi = {
  create: (body: NewExperiment) => answer(client.POST('/api/experiments', { params: { header }, body })),
  judge: (id: string) => answer(client.POST('/api/experiments/{id}/judge', { params: { header, path: { id } } })),
  remove: (id: string) => answer(client.DELETE('/api/experiments/{id}', { params: { path: { id } } })),
  daysFile: (id: string, format: Format) => addressOf('/api/experiments/{id}/export', { id }, { format }),
  listFile: (format: Format) => addressOf('/api/experiments/export', undefined, { format }),
};
