import { queryOptions } from '@tanstack/react-query';
import { failures } from '@/lib/strings';
import { api } from './client';
import type { Engine, Insight, Run, SystemHealth } from './types';

/** A row that only one of two results has. */
export interface ComparedRow {
  table: string;
  key: string;
  row: unknown;
}

/** What one result has against another of the same action. */
export interface RunComparison {
  before: Run;
  after: Run;
  counts: { appeared: number; vanished: number; changed: number; unchanged: number };
  appeared: ComparedRow[];
  vanished: ComparedRow[];
  /** The largest shares first; an empty key is a figure of the result itself. */
  changed: {
    table: string;
    key: string;
    field: string;
    before: unknown;
    after: unknown;
    difference: number | null;
    share: number | null;
  }[];
}

const BASE = '/api/intelligence-engines';

export interface EngineStatusAnswer {
  engines: Engine[];
  systemHealth: SystemHealth;
}

export interface ExecuteInput {
  engineId: string;
  action: string;
  websiteId?: string;
  parameters?: Record<string, unknown>;
  /** What the caller knows of the engine's input; it stands over what is loaded from the website. */
  input?: Record<string, unknown>;
  /** Repeating a call with the same key starts no second run. */
  idempotencyKey: string;
  /** Seconds the server may hold the answer for a quick run; 0 answers at once. */
  waitSeconds?: number;
}

/** The engine as it stands, and the run that was started. */
export interface ExecuteAnswer {
  engine: Engine;
  run: Run;
}

export const engineQueries = {
  all: () => ['engines'] as const,
  status: (params: { websiteId?: string } = {}) =>
    queryOptions({
      queryKey: ['engines', 'status', params],
      queryFn: ({ signal }) =>
        api.get<EngineStatusAnswer>(`${BASE}/status`, { query: params, signal, fallback: failures.engineStatuses }),
    }),
  insights: (params: { engineId?: string; websiteId?: string; limit?: number } = {}) =>
    queryOptions({
      queryKey: ['engines', 'insights', params],
      queryFn: ({ signal }) =>
        api.get<{ insights: Insight[] }>(`${BASE}/insights`, {
          query: params,
          signal,
          fallback: failures.engineInsights,
        }),
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['engines', 'detail', id],
      queryFn: ({ signal }) => api.get<{ engine: Engine; latest: Run | null }>(`${BASE}/${id}`, { signal }),
    }),
  /** The newest result of an action. */
  result: <T = unknown>(id: string, action: string, websiteId?: string) =>
    queryOptions({
      queryKey: ['engines', 'result', id, action, websiteId ?? null],
      queryFn: ({ signal }) =>
        api.get<{ run: Run; result: T }>(`${BASE}/${id}/result`, { query: { action, websiteId }, signal }),
    }),
  history: (id: string, params: { websiteId?: string; limit?: number } = {}) =>
    queryOptions({
      queryKey: ['engines', 'history', id, params],
      queryFn: ({ signal }) =>
        api.get<{ runs: Run[]; nextCursor: string | null }>(`${BASE}/${id}/history`, { query: params, signal }),
    }),
  /** What appeared, vanished and changed between two runs of the same action. */
  comparison: (id: string, before: string, after: string) =>
    queryOptions({
      queryKey: ['engines', 'comparison', id, before, after],
      queryFn: ({ signal }) => api.get<RunComparison>(`${BASE}/${id}/compare`, { query: { before, after }, signal }),
    }),
  /** The JSON schema of what an action can be told; of the engine's first action unless one is named. */
  parameters: (id: string, action?: string) =>
    queryOptions({
      queryKey: ['engines', 'parameters', id, action ?? null],
      queryFn: ({ signal }) =>
        api.get<{ schema: Record<string, unknown> }>(`${BASE}/${id}/parameters`, { query: { action }, signal }),
      select: (answer) => answer.schema,
    }),
};

/** What somebody can say came of an insight; `open` takes it back. */
export type InsightVerdict = 'open' | 'confirmed' | 'refuted';

export const engineApi = {
  /** Says whether what an insight claimed came true. Facts are refused: nobody scores them. */
  judge: (insightId: string, verdict: InsightVerdict) =>
    api.patch<{ insight: Insight }>(`${BASE}/insights/${insightId}`, {
      body: { verdict },
      fallback: failures.judgeInsight,
    }),
  /** Address of a run's result as a file; of its longest table unless it is JSON. */
  resultFile: (engineId: string, runId: string, format: 'csv' | 'json') =>
    `${BASE}/${engineId}/export?runId=${runId}&format=${format}`,
  execute: ({ engineId, idempotencyKey, waitSeconds, ...body }: ExecuteInput) =>
    api.post<ExecuteAnswer>(`${BASE}/${engineId}/execute`, {
      body,
      headers: { 'Idempotency-Key': idempotencyKey, Prefer: `wait=${waitSeconds ?? 0}` },
      fallback: failures.executeEngine,
    }),
};
