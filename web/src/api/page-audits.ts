import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import { isFinished } from './runs';
import type { Schemas } from './types';

export type PageAudit = Schemas['PageAudit'];
export type FullPageAudit = Schemas['FullPageAudit'];
export type PageReport = Schemas['PageAuditReport'];
export type PageFix = Schemas['PageAuditEnginePageFix'];
export type SearchFacts = Schemas['PageAuditEngineSearchFacts'];
export type Figure = Schemas['PageAuditEngineFigure'];
export type SerpFacts = Schemas['PageAuditEngineSerpFacts'];
export type ScoreBar = Schemas['PageAuditEngineScoreBar'];
export type KeywordPlace = Schemas['PageAuditEngineKeywordPlace'];
export type LighthouseAudit = Schemas['PageAuditEngineLighthouseAudit'];
export type NewPageAudit = Schemas['NewPageAudit'];

/** Audits in the list of the latest ones. */
const LATEST = 20;
/** Polling interval of an audit at work, since live events may be missing. */
const POLL_MS = 2_000;

/** Returns whether the run of an audit may still change it. */
export function isAtWork({ status, finishedAt }: Pick<PageAudit, 'status' | 'finishedAt'>): boolean {
  return finishedAt === null && status !== null && !isFinished({ status });
}

export const pageAuditQueries = {
  all: () => ['page-audits'] as const,
  /** The latest audits, newest first. */
  latest: () =>
    queryOptions({
      queryKey: ['page-audits', 'list'],
      queryFn: ({ signal }) => answer(client.GET('/api/page-audits', { signal, params: { query: { limit: LATEST } } })),
      select: ({ pageAudits }) => pageAudits,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['page-audits', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/page-audits/{id}', { signal, params: { path: { id } } })),
      select: ({ pageAudit }) => pageAudit,
      refetchInterval: ({ state }) => (state.data && isAtWork(state.data.pageAudit) ? POLL_MS : false),
    }),
};

export const pageAuditApi = {
  start: (body: NewPageAudit) => answer(client.POST('/api/page-audits', { body })),
};
