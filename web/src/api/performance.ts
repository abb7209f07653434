import { queryOptions } from '@tanstack/react-query';
import { failures } from '@/lib/strings';
import { api } from './client';
import type { Run } from './types';

const BASE = '/api/performance';

export interface MetricPoint {
  /** The day, YYYY-MM-DD. */
  t: string;
  v: number;
}

/** A measured or estimated figure, of the last 28 days with the 28 before them. */
export interface Metric {
  id: string;
  name: string;
  unit: string;
  value: number | null;
  previous: number | null;
  /** As a share of `previous`; of a position, in places. */
  change: number | null;
  direction: 'up_is_good' | 'down_is_good';
  series: MetricPoint[];
  source: string;
  measured: boolean;
  low: number | null;
  high: number | null;
  at: string | null;
}

export interface PredictionPoint {
  t: string;
  /** The figure in this scenario: P10, P50 or P90. */
  value: number;
  mean: number;
  p10: number;
  p50: number;
  p90: number;
}

export interface Prediction {
  scenario: string;
  metric: string;
  unit: string;
  points: PredictionPoint[];
  madeAt: string | null;
  method: string;
  /** How the method did on days that have passed. */
  backtest: { mase: number; coverage80: number; n: number } | null;
}

export interface Milestone {
  id: string;
  websiteId: string;
  title: string;
  description: string;
  status: string;
  target: number;
  current: number;
  unit: string;
  dueAt: string | null;
  completedAt: string | null;
}

export interface Achievement {
  id: string;
  title: string;
  description: string;
  icon: string;
  earnedAt: string | null;
  /** 0 to 1. */
  progress: number;
}

export type MilestoneChange = Partial<Pick<Milestone, 'status' | 'title' | 'target' | 'dueAt'>>;

export const performanceQueries = {
  all: () => ['performance'] as const,
  metrics: (websiteId?: string) =>
    queryOptions({
      queryKey: ['performance', 'metrics', websiteId ?? null],
      queryFn: ({ signal }) =>
        api.get<{ metrics: Metric[] }>(`${BASE}/metrics`, {
          query: { websiteId },
          signal,
          fallback: failures.performanceMetrics,
        }),
      select: (answer) => answer.metrics,
    }),
  predictions: (params: { websiteId?: string; timeRange?: string }) =>
    queryOptions({
      queryKey: ['performance', 'predictions', params],
      queryFn: ({ signal }) =>
        api.get<{ predictions: Prediction[] }>(`${BASE}/predictions`, {
          query: params,
          signal,
          fallback: failures.predictions,
        }),
      select: (answer) => answer.predictions,
    }),
  milestones: (websiteId?: string) =>
    queryOptions({
      queryKey: ['performance', 'milestones', websiteId ?? null],
      queryFn: ({ signal }) =>
        api.get<{ milestones: Milestone[] }>(`${BASE}/milestones`, {
          query: { websiteId },
          signal,
          fallback: failures.milestones,
        }),
      select: (answer) => answer.milestones,
    }),
  achievements: () =>
    queryOptions({
      queryKey: ['performance', 'achievements'],
      queryFn: ({ signal }) =>
        api.get<{ achievements: Achievement[] }>(`${BASE}/achievements`, { signal, fallback: failures.achievements }),
      select: (answer) => answer.achievements,
    }),
};

export const performanceApi = {
  /** Starts a forecast. The answer holds the newest predictions once the run has ended in time. */
  calculate: (websiteId: string, idempotencyKey: string) =>
    api.post<{ predictions: Prediction[]; run: Run }>(`${BASE}/calculate-predictions`, {
      body: { websiteId },
      headers: { 'Idempotency-Key': idempotencyKey, Prefer: 'wait=0' },
      fallback: failures.calculatePredictions,
    }),
  changeMilestone: (id: string, change: MilestoneChange) =>
    api.patch<{ milestone: Milestone }>(`${BASE}/milestones/${id}`, {
      body: change,
      fallback: failures.updateMilestone,
    }),
};
