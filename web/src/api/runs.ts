import { queryOptions } from '@tanstack/react-query';
import { failures } from '@/lib/strings';
import { addressOf, answer, client, type QueryOf } from './client';
import { ApiError } from './errors';

export type RunFilter = QueryOf<'/api/runs'>;

const FINISHED = ['succeeded', 'failed', 'cancelled'];

export function isFinished(run: { status: string }): boolean {
  return FINISHED.includes(run.status);
}

/**
 * Data that a finished run may have changed, by the first element of the query keys. `forecasts` includes calibration;
 * `performance` includes milestones and achievements.
 */
export const TOUCHED_BY_RUNS = [
  'engines',
  'keywords',
  'crawls',
  'ranks',
  'imports',
  'imported',
  'websites',
  'opportunities',
  'performance',
  'forecasts',
  'experiments',
  'plans',
  'pipeline',
  'sites',
  'deployments',
  'page-audits',
  'edits',
] as const;

/** Polling interval of a run while live events may be missing. */
const POLL_MS = 2_000;

const of = (id: string) => ({ params: { path: { id } } });

export const runQueries = {
  all: () => ['runs'] as const,
  list: (filter: RunFilter = {}) =>
    queryOptions({
      queryKey: ['runs', 'list', filter],
      queryFn: ({ signal }) => answer(client.GET('/api/runs', { signal, params: { query: filter } })),
    }),
  /** A run; live events update it, and it is polled every two seconds until it has finished. */
  detail: (id: string) =>
    queryOptions({
      queryKey: ['runs', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/runs/{id}', { signal, ...of(id) })),
      refetchInterval: (query) => {
        const run = query.state.data?.run;
        return run && isFinished(run) ? false : POLL_MS;
      },
      select: ({ run }) => run,
    }),
  /** A run with its result. The shape depends on the run's kind and action: `typedResult` and `pageTheme` read it. */
  result: (id: string) =>
    queryOptions({
      queryKey: ['runs', 'result', id],
      queryFn: ({ signal }) => answer(client.GET('/api/runs/{id}/result', { signal, ...of(id) })),
      select: ({ run, result }) => {
        if (!run) throw new ApiError(failures.request, 404);
        return { run, result };
      },
    }),
  log: (id: string) =>
    queryOptions({
      queryKey: ['runs', 'log', id],
      queryFn: ({ signal }) => answer(client.GET('/api/runs/{id}/log', { signal, ...of(id) })),
      select: ({ log }) => log,
    }),
};

export const runApi = {
  cancel: (id: string) => answer(client.POST('/api/runs/{id}/cancel', of(id))),
  retry: (id: string) => answer(client.POST('/api/runs/{id}/retry', of(id))),
  /** URL of the input, parameters, version and answer of a run as one file, which runs again to the same bytes. */
  capsule: (id: string) => addressOf('/api/runs/{id}/capsule', { id }),
};
