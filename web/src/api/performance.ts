import { queryOptions } from '@tanstack/react-query';
import { answer, client, type QueryOf } from './client';
import type { Schemas } from './types';

export type MetricPoint = Schemas['MetricPoint'];
/** A measured or estimated value of the last 28 days, with the 28 before them. */
export type Metric = Schemas['Metric'];
export type PredictionPoint = Schemas['PredictionPoint'];
export type Prediction = Schemas['Prediction'];
export type Milestone = Schemas['Milestone'];
export type Achievement = Schemas['Achievement'];
export type MilestoneChange = Schemas['MilestoneChanges'];

export const performanceQueries = {
  all: () => ['performance'] as const,
  metrics: (websiteId?: string) =>
    queryOptions({
      queryKey: ['performance', 'metrics', websiteId ?? null],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/performance/metrics', { signal, params: { query: { websiteId } } })),
      select: ({ metrics }) => metrics,
    }),
  predictions: (query: QueryOf<'/api/performance/predictions'>) =>
    queryOptions({
      queryKey: ['performance', 'predictions', query],
      queryFn: ({ signal }) => answer(client.GET('/api/performance/predictions', { signal, params: { query } })),
      select: ({ predictions }) => predictions,
    }),
  milestones: (websiteId?: string) =>
    queryOptions({
      queryKey: ['performance', 'milestones', websiteId ?? null],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/performance/milestones', { signal, params: { query: { websiteId } } })),
      select: ({ milestones }) => milestones,
    }),
  achievements: () =>
    queryOptions({
      queryKey: ['performance', 'achievements'],
      queryFn: ({ signal }) => answer(client.GET('/api/performance/achievements', { signal })),
      select: ({ achievements }) => achievements,
    }),
};

export const performanceApi = {
  /** Starts a forecast. The response contains the latest predictions if the run ends in time. */
  calculate: (websiteId: string, idempotencyKey: string) =>
    answer(
      client.POST('/api/performance/calculate-predictions', {
        params: { header: { 'Idempotency-Key': idempotencyKey, Prefer: 'wait=0' } },
        body: { websiteId },
      }),
    ),
  changeMilestone: (id: string, body: MilestoneChange) =>
    answer(client.PATCH('/api/performance/milestones/{id}', { params: { path: { id } }, body })),
};
