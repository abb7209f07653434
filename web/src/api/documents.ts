import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

export type DocumentSummary = Schemas['DocumentSummary'];
export type ContentDocument = Schemas['Document'];
export type DocumentVersion = Schemas['DocumentVersion'];
export type VersionInfo = Schemas['DocumentVersionInfo'];
export type DocumentBrief = Schemas['DocumentBrief'];
export type DocumentStatus = Schemas['DocumentStatus'];
export type DocumentDiff = Schemas['DocumentDiff'];
export type SentenceDiff = Schemas['DocumentSentenceDiff'];
export type CitedFact = Schemas['CitedFact'];
export type Fact = Schemas['ContentEngineFact'];
export type FactKind = Schemas['ContentEngineFactKind'];
export type Intent = Schemas['KeywordIntent'];
export type StoredDraft = Schemas['ContentEngineDraft'];
export type DocumentFilter = Omit<QueryOf<'/api/documents'>, 'cursor' | 'limit'>;
export type DocumentWriter = Schemas['AnswerConnection'];
export type DraftEstimate = Schemas['DraftEstimate'];
export type ModelChoice = Schemas['EstimateDraft'];
export type OfferedQuestion = Schemas['OfferedQuestion'];
export type ExportFormat = 'markdown' | 'html' | 'docx';

const PAGE = 50;
const of = (id: string) => ({ params: { path: { id } } });

export const documentQueries = {
  all: () => ['documents'] as const,
  list: (filter: DocumentFilter) =>
    infiniteQueryOptions({
      queryKey: ['documents', 'list', filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/documents', { signal, params: { query: { ...filter, limit: PAGE, cursor } } })),
      placeholderData: keptWithin(filter.websiteId),
      ...paged,
    }),
  /** A document with its current version. */
  detail: (id: string) =>
    queryOptions({
      queryKey: ['documents', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/documents/{id}', { signal, ...of(id) })),
    }),
  versions: (id: string) =>
    infiniteQueryOptions({
      queryKey: ['documents', 'versions', id],
      queryFn: ({ pageParam, signal }) =>
        answer(
          client.GET('/api/documents/{id}/versions', {
            signal,
            params: { path: { id }, query: { limit: PAGE, ...(pageParam ? { cursor: Number(pageParam) } : {}) } },
          }),
        ),
      ...paged,
    }),
  /** A version with its prompts. Versions never change. */
  version: (id: string, number: number) =>
    queryOptions({
      queryKey: ['documents', 'version', id, number],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/documents/{id}/versions/{number}', { signal, params: { path: { id, number } } })),
    }),
  diff: (id: string, a: number, b: number) =>
    queryOptions({
      queryKey: ['documents', 'diff', id, a, b],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/documents/{id}/versions/{a}/diff/{b}', { signal, params: { path: { id, a, b } } })),
      select: ({ diff }) => diff,
    }),
  /** Questions that people ask about the subject of a document; they depend on its query and website. */
  questions: ({ id, query, websiteId }: Pick<ContentDocument, 'id' | 'query' | 'websiteId'>) =>
    queryOptions({
      queryKey: ['documents', 'questions', id, query, websiteId],
      queryFn: ({ signal }) => answer(client.GET('/api/documents/{id}/questions', { signal, ...of(id) })),
      select: ({ questions }) => questions,
    }),
  /** Connections whose models can write a document. Others may add some, so they are always loaded again. */
  writers: () =>
    queryOptions({
      queryKey: ['documents', 'writers'],
      queryFn: ({ signal }) => answer(client.GET('/api/documents/writers', { signal })),
      select: ({ connections }) => connections,
      staleTime: 0,
    }),
  /** Cost of writing a version's successor with a model. */
  draftEstimate: (id: string, version: number, body: ModelChoice) =>
    queryOptions({
      queryKey: ['documents', 'draft-estimate', id, version, body],
      queryFn: ({ signal }) => answer(client.POST('/api/documents/{id}/draft/estimate', { signal, ...of(id), body })),
      staleTime: 0,
    }),
};

export const documentApi = {
  create: (body: Schemas['NewDocument']) => answer(client.POST('/api/documents', { body })),
  change: (id: string, body: Schemas['DocumentChanges']) =>
    answer(client.PATCH('/api/documents/{id}', { ...of(id), body })),
  remove: (id: string) => answer(client.DELETE('/api/documents/{id}', of(id))),
  save: (id: string, body: Schemas['NewDocumentVersion']) =>
    answer(client.POST('/api/documents/{id}/versions', { ...of(id), body })),
  restore: (id: string, number: number, baseVersion: number) =>
    answer(
      client.POST('/api/documents/{id}/versions/{number}/restore', {
        params: { path: { id, number } },
        body: { baseVersion },
      }),
    ),
  compose: (id: string, body: Schemas['ComposeDocument']) =>
    answer(client.POST('/api/documents/{id}/compose', { ...of(id), body })),
  draft: (id: string, body: Schemas['DraftDocument']) =>
    answer(client.POST('/api/documents/{id}/draft', { ...of(id), body })),
  score: (id: string, body: Schemas['ScoreDocument']) =>
    answer(client.POST('/api/documents/{id}/score', { ...of(id), body })),
  file: (id: string, format: ExportFormat) => addressOf('/api/documents/{id}/export', { id }, { format }),
};
