import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { Run } from './types';

/** A figure with its 95 % interval. */
export interface EffectRange {
  effect: number;
  lo: number;
  hi: number;
}

/** An experiment in a list. */
export interface ListedExperiment {
  id: string;
  /** The noted change that it is about. */
  annotationId: string | null;
  title: string;
  hypothesis: string;
  /** before_after or split. */
  design: string;
  /** site, page or query. */
  unit: string;
  /** clicks or impressions. */
  metric: string;
  websiteIds: string[];
  startsOn: string;
  days: number;
  /** proved, likely, not_shown, not_measurable or contaminated; null before there are days to look at. */
  verdict: string | null;
  relative: EffectRange | null;
  p: number | null;
  decision: string | null;
  /** Smallest effect that would be seen, as a share. */
  smallest: number | null;
  /** True while the planned days are not over. */
  isPreliminary: boolean;
  judgedAt: string | null;
  createdAt: string;
}

/** What could be seen on one website. */
export interface ExperimentArmPower {
  websiteId: string;
  site: string;
  daysBefore: number;
  mean: number | null;
  smallest: number | null;
  /** Days needed by effect, as shares in words; null where a year does not do. */
  daysFor: Record<string, number | null>;
  sitesFor: Record<string, number>;
  isMeasurable: boolean;
  advice: string;
}

export interface ExperimentPower {
  arms: ExperimentArmPower[];
  smallest: number | null;
  at: string;
}

/** What came of it on one website. */
export interface ExperimentArmOutcome {
  websiteId: string;
  site: string;
  verdict: string;
  daily: EffectRange;
  relative: EffectRange | null;
  total: EffectRange;
  p: number;
  /** Changes that were not made. */
  placebos: { inTime: number[]; inSpace: number[]; falseShare: number; rankP: number } | null;
  permutationP: number | null;
  trendP: number | null;
  targets: number;
  controls: number;
  overlapping: string[];
  notes: string[];
  days: { day: string; observed: number | null; expected: number | null; lo: number | null; hi: number | null }[];
}

export interface ExperimentOutcome {
  decision: string;
  relative: EffectRange | null;
  p: number;
  until: string;
  isPreliminary: boolean;
  arms: ExperimentArmOutcome[];
  pooled: { relative: EffectRange; p: number; iSquared: number } | null;
  /** Cents a month. */
  worth: { effectCents: number; loCents: number; hiCents: number } | null;
  assumptions: string[];
  method: string;
  methodVersion: string;
}

export interface Experiment extends ListedExperiment {
  arms: { websiteId: string; targets: string[]; controls: string[] }[];
  centsPerUnit: number | null;
  power: ExperimentPower | null;
  outcome: ExperimentOutcome | null;
  runId: string | null;
  createdBy: string;
  updatedAt: string;
}

export interface NewExperiment {
  annotationId?: string;
  title?: string;
  hypothesis?: string;
  design?: string;
  unit?: string;
  metric?: string;
  arms?: { websiteId: string; targets: string[]; controls: string[] }[];
  startsOn?: string;
  days?: number;
  centsPerUnit?: number;
}

const BASE = '/api/experiments';
const PAGE = 50;
/** Seconds in which most experiments are judged. */
const WAIT = 10;

export interface ExperimentJudging {
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
  create: (body: NewExperiment) => api.post<ExperimentJudging>(BASE, { body, headers: { Prefer: `wait=${WAIT}` } }),
  judge: (id: string) =>
    api.post<ExperimentJudging>(`${BASE}/${id}/judge`, { body: {}, headers: { Prefer: `wait=${WAIT}` } }),
  remove: (id: string) => api.delete<object>(`${BASE}/${id}`),
  daysFile: (id: string, format: string) => `${BASE}/${id}/export?format=${format}`,
  listFile: (format: string) => `${BASE}/export?format=${format}`,
};
