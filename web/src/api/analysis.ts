import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

export type Analysis = Schemas['PipelineAnalysis'];
export type AnalysisSite = Schemas['AnalysisSite'];
export type PruneCandidate = Schemas['PruneCandidate'];
export type PruneReason = Schemas['PruneReason'];

export const analysisQueries = {
  /** Empty currency: the one with most transactions. */
  sites: (currency: string) =>
    queryOptions({
      queryKey: ['pipeline', 'analysis', currency],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/dominator-pipeline/analysis', { signal, params: { query: { currency } } })),
    }),
};
