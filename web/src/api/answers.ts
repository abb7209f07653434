import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

export type AnswerOverview = Schemas['AnswerOverview'];
export type AnswerReport = Schemas['AnswerReport'];
export type AnswerPrice = Schemas['AnswerPrice'];
export type AnswerPrompt = Schemas['AnswerPrompt'];
export type AnswerSettings = Schemas['AnswerSettings'];
export type AnswerConnection = Schemas['AnswerConnection'];
export type AnswerSuggestion = Schemas['AnswerSuggestion'];
export type StoredAnswer = Schemas['StoredAnswer'];
export type StoredAnswerDetail = Schemas['OneStoredAnswer'];
export type NewAnswerPrompts = Schemas['NewAnswerPrompts'];
export type AnswerFilter = Omit<QueryOf<'/api/answers'>, 'cursor' | 'limit' | 'websiteId'>;

const ANSWERS = 20;

export const answerQueries = {
  all: () => ['answers'] as const,
  /** Report, settings, connections and spending of a website. */
  report: (websiteId: string) =>
    queryOptions({
      queryKey: ['answers', 'report', websiteId],
      queryFn: ({ signal }) => answer(client.GET('/api/answers/report', { signal, params: { query: { websiteId } } })),
    }),
  prompts: (websiteId: string) =>
    queryOptions({
      queryKey: ['answers', 'prompts', websiteId],
      queryFn: ({ signal }) => answer(client.GET('/api/answers/prompts', { signal, params: { query: { websiteId } } })),
      select: ({ prompts }) => prompts,
    }),
  history: (promptId: string) =>
    queryOptions({
      queryKey: ['answers', 'history', promptId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/answers/prompts/{id}/history', { signal, params: { path: { id: promptId } } })),
      select: ({ days }) => days,
    }),
  settings: (websiteId: string) =>
    queryOptions({
      queryKey: ['answers', 'settings', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/answers/settings', { signal, params: { query: { websiteId } } })),
    }),
  suggestions: (websiteId: string) =>
    queryOptions({
      queryKey: ['answers', 'suggestions', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/answers/suggestions', { signal, params: { query: { websiteId } } })),
      select: ({ suggestions }) => suggestions,
    }),
  estimate: (websiteId: string) =>
    queryOptions({
      queryKey: ['answers', 'estimate', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/answers/estimate', { signal, params: { query: { websiteId } } })),
      staleTime: 0,
    }),
  list: (websiteId: string, filter: AnswerFilter) =>
    infiniteQueryOptions({
      queryKey: ['answers', 'list', websiteId, filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(
          client.GET('/api/answers', { signal, params: { query: { websiteId, ...filter, limit: ANSWERS, cursor } } }),
        ),
      placeholderData: keptWithin(websiteId),
      ...paged,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['answers', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/answers/{id}', { signal, params: { path: { id } } })),
    }),
};

/** Most days that an export covers. */
const ALL_DAYS = 3650;

export const answerApi = {
  check: (websiteId: string) => answer(client.POST('/api/answers/check', { body: { websiteId } })),
  readAgain: (websiteId: string) => answer(client.POST('/api/answers/check', { body: { websiteId, onlyRead: true } })),
  addPrompts: (body: NewAnswerPrompts) => answer(client.POST('/api/answers/prompts', { body })),
  changePrompt: (id: string, body: Schemas['AnswerPromptChanges']) =>
    answer(client.PATCH('/api/answers/prompts/{id}', { params: { path: { id } }, body })),
  removePrompt: (id: string) => answer(client.DELETE('/api/answers/prompts/{id}', { params: { path: { id } } })),
  saveSettings: (body: Schemas['AnswerSettingsInput']) => answer(client.PUT('/api/answers/settings', { body })),
  /** The file of the answers to all prompts; without a first day, of all days. */
  file: (websiteId: string, { engine, q, from, to }: AnswerFilter, format: 'csv' | 'json') =>
    addressOf('/api/answers/export', undefined, {
      websiteId,
      engine,
      q,
      from,
      to,
      days: from ? undefined : ALL_DAYS,
      format,
    }),
};
