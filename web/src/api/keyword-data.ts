import { queryOptions } from '@tanstack/react-query';
import { answer, client, type QueryOf } from './client';
import type { Schemas } from './types';

export type NewKeywordData = Schemas['NewKeywordData'];
export type KeywordDataEstimate = Schemas['KeywordDataEstimate'];
export type KeywordDataSchedule = Schemas['KeywordDataSchedule'];
export type KeywordDataScheduleInput = Schemas['KeywordDataScheduleInput'];
export type KeywordDataQuery = QueryOf<'/api/keyword-data/estimate'>;

/** Result of a run that has fetched data on keywords. */
export interface KeywordDataResult {
  importId: string | null;
  /** Stored keywords, and how many have a volume and a difficulty. */
  keywords: number;
  volumes: number;
  difficulties: number;
  /** Keywords that only ideas, or only ranked keywords, have added. */
  ideas: number;
  ranked: number;
  links: number;
  /** Keywords of which the provider knows no figure. */
  unknown: number;
  leftOut: number;
  failed: { what: string; detail: string }[];
  /** Why the remaining calls were not made. */
  stopped: string | null;
  costMicros: number;
}

/** The result of a run of kind `keyword_data`, whose shape the API description leaves open. */
export function keywordDataResult(result: unknown): KeywordDataResult {
  return result as KeywordDataResult;
}

export const keywordDataQueries = {
  estimate: (query: KeywordDataQuery) =>
    queryOptions({
      queryKey: ['keyword-data', 'estimate', query],
      queryFn: ({ signal }) => answer(client.GET('/api/keyword-data/estimate', { signal, params: { query } })),
      placeholderData: (shown) => shown,
    }),
  schedule: (websiteId: string) =>
    queryOptions({
      queryKey: ['keyword-data', 'schedule', websiteId],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/keyword-data/schedule', { signal, params: { query: { websiteId } } })),
    }),
};

export const keywordDataApi = {
  fetch: (body: NewKeywordData) => answer(client.POST('/api/keyword-data', { body })),
  saveSchedule: (body: KeywordDataScheduleInput) => answer(client.PUT('/api/keyword-data/schedule', { body })),
};
