import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type PipelineMarket = Schemas['PipelineMarket'];
export type MarketScan = Schemas['MarketScan'];
export type PipelineStatus = Schemas['PipelineStatus'];
export type NewPipelineMarket = Schemas['NewPipelineMarket'];

const SCANS = 20;
/** Markets that are read to mark those in the pipeline. */
const MARKETS = 200;

export const pipelineQueries = {
  all: () => ['pipeline'] as const,
  scans: () =>
    infiniteQueryOptions({
      queryKey: ['pipeline', 'scans'],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/dominator-pipeline/scans', { signal, params: { query: { limit: SCANS, cursor } } })),
      ...paged,
    }),
  markets: () =>
    queryOptions({
      queryKey: ['pipeline', 'markets'],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/dominator-pipeline/markets', { signal, params: { query: { limit: MARKETS } } })),
      select: ({ markets }) => markets,
    }),
  status: () =>
    queryOptions({
      queryKey: ['pipeline', 'status'],
      queryFn: ({ signal }) => answer(client.GET('/api/dominator-pipeline/pipeline/status', { signal })),
    }),
  highValue: (limit: number) =>
    queryOptions({
      queryKey: ['pipeline', 'high-value', limit],
      queryFn: ({ signal }) =>
        answer(
          client.GET('/api/dominator-pipeline/high-value-opportunities', { signal, params: { query: { limit } } }),
        ),
    }),
};

export const pipelineApi = {
  add: (markets: NewPipelineMarket[], runId: string | null) =>
    answer(client.POST('/api/dominator-pipeline/markets', { body: { markets, ...(runId ? { runId } : {}) } })),
  remove: (id: string) => answer(client.DELETE('/api/dominator-pipeline/markets/{id}', { params: { path: { id } } })),
};
