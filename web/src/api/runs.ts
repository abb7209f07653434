import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { Run, RunLogLine } from './types';

export interface RunFilter {
  kind?: string;
  status?: string;
  engineId?: string;
  websiteId?: string;
  limit?: number;
  cursor?: string;
}

const FINISHED = ['succeeded', 'failed', 'cancelled'];

export function isFinished(run: { status: string }): boolean {
  return FINISHED.includes(run.status);
}

/**
 * What a finished run may have changed besides the runs, by the first word of the query keys. Calibration stands under
 * forecasts; milestones and achievements under performance.
 */
export const TOUCHED_BY_RUNS = [
  'engines',
  'keywords',
  'imports',
  'websites',
  'opportunities',
  'performance',
  'forecasts',
  'experiments',
  'plans',
] as const;

/** How often a run is asked for while no live event may arrive. */
const POLL_MS = 2_000;

export const runQueries = {
  all: () => ['runs'] as const,
  list: (filter: RunFilter = {}) =>
    queryOptions({
      queryKey: ['runs', 'list', filter],
      queryFn: ({ signal }) =>
        api.get<{ runs: Run[]; nextCursor: string | null }>('/api/runs', { query: { ...filter }, signal }),
    }),
  /** A run; live events patch it, and it is asked for again every two seconds until it has finished. */
  detail: (id: string) =>
    queryOptions({
      queryKey: ['runs', 'detail', id],
      queryFn: ({ signal }) => api.get<{ run: Run }>(`/api/runs/${id}`, { signal }),
      refetchInterval: (query) => {
        const run = query.state.data?.run;
        return run && isFinished(run) ? false : POLL_MS;
      },
      select: (answer) => answer.run,
    }),
  result: <T = unknown>(id: string) =>
    queryOptions({
      queryKey: ['runs', 'result', id],
      queryFn: ({ signal }) => api.get<{ run: Run; result: T }>(`/api/runs/${id}/result`, { signal }),
    }),
  log: (id: string) =>
    queryOptions({
      queryKey: ['runs', 'log', id],
      queryFn: ({ signal }) => api.get<{ log: RunLogLine[] }>(`/api/runs/${id}/log`, { signal }),
      select: (answer) => answer.log,
    }),
};

export const runApi = {
  cancel: (id: string) => api.post<{ run: Run }>(`/api/runs/${id}/cancel`, { body: {} }),
  retry: (id: string) => api.post<{ run: Run }>(`/api/runs/${id}/retry`, { body: {} }),
};
