import { queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { type ActionKey, type ActionResult, typedResult } from './engine-results';
import type { Schemas } from './types';

/** A row in only one of two results. */
export type ComparedRow = Schemas['ComparedRow'];
/** Differences between two results of the same action. */
export type RunComparison = Schemas['RunComparison'];
export type EngineStatusAnswer = Schemas['EngineStatuses'];
/** Outcome of an insight; `open` resets it. */
export type InsightVerdict = Schemas['InsightJudgement']['verdict'];

type Body = Schemas['ExecuteEngine'];

export interface ExecuteInput extends Body {
  engineId: string;
  /** Repeating a call with the same key starts no second run. */
  idempotencyKey: string;
  /** Seconds that the server may wait for a quick run; 0 returns at once. */
  waitSeconds?: number;
}

export const engineQueries = {
  all: () => ['engines'] as const,
  status: (query: { websiteId?: string } = {}) =>
    queryOptions({
      queryKey: ['engines', 'status', query],
      queryFn: ({ signal }) => answer(client.GET('/api/intelligence-engines/status', { signal, params: { query } })),
    }),
  insights: (query: QueryOf<'/api/intelligence-engines/insights'> = {}) =>
    queryOptions({
      queryKey: ['engines', 'insights', query],
      queryFn: ({ signal }) => answer(client.GET('/api/intelligence-engines/insights', { signal, params: { query } })),
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['engines', 'detail', id],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/intelligence-engines/{id}', { signal, params: { path: { id } } })),
    }),
  /** Latest result of an action; one of an older version may lack fields. */
  result: <Key extends ActionKey>(key: Key, websiteId?: string) => {
    const [id = '', action = ''] = key.split('.');
    return queryOptions({
      queryKey: ['engines', 'result', id, action, websiteId ?? null],
      queryFn: async ({ signal }) => {
        const params = { path: { id }, query: { action, websiteId } };
        const { run, result } = await answer(client.GET('/api/intelligence-engines/{id}/result', { signal, params }));
        const typed: Partial<ActionResult<Key>> | null = result ? typedResult(key, result) : null;
        return { run, result: typed };
      },
    });
  },
  history: (id: string, query: { websiteId?: string; limit?: number } = {}) =>
    queryOptions({
      queryKey: ['engines', 'history', id, query],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/intelligence-engines/{id}/history', { signal, params: { path: { id }, query } })),
    }),
  /** Added, removed and changed rows between two runs of the same action. */
  comparison: (id: string, before: string, after: string) =>
    queryOptions({
      queryKey: ['engines', 'comparison', id, before, after],
      queryFn: ({ signal }) =>
        answer(
          client.GET('/api/intelligence-engines/{id}/compare', {
            signal,
            params: { path: { id }, query: { before, after } },
          }),
        ),
    }),
  /** JSON schema of an action's parameters. Default: the engine's first action. */
  parameters: (id: string, action?: string) =>
    queryOptions({
      queryKey: ['engines', 'parameters', id, action ?? null],
      queryFn: ({ signal }) =>
        answer(
          client.GET('/api/intelligence-engines/{id}/parameters', {
            signal,
            params: { path: { id }, query: { action } },
          }),
        ),
      select: ({ schema }) => schema,
    }),
};

export const engineApi = {
  /** Records whether an insight's claim was correct. Facts are refused. */
  judge: (id: string, verdict: InsightVerdict) =>
    answer(client.PATCH('/api/intelligence-engines/insights/{id}', { params: { path: { id } }, body: { verdict } })),
  /** URL of a run's result as a file; of its longest table unless the format is JSON. */
  resultFile: (id: string, runId: string, format: 'csv' | 'json') =>
    addressOf('/api/intelligence-engines/{id}/export', { id }, { runId, format }),
  execute: ({ engineId, idempotencyKey, waitSeconds, ...body }: ExecuteInput) =>
    answer(
      client.POST('/api/intelligence-engines/{id}/execute', {
        params: {
          path: { id: engineId },
          header: { 'Idempotency-Key': idempotencyKey, Prefer: `wait=${waitSeconds ?? 0}` },
        },
        body,
      }),
    ),
};
