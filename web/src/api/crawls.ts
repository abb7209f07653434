import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { addressOf, answer, client, type QueryOf } from './client';
import { paged } from './paging';
import type { Schemas } from './types';

export type Crawl = Schemas['Crawl'];
export type CrawlReport = Schemas['CrawlReport'];
export type CrawlIssue = Schemas['CrawlIssue'];
export type CrawlIssueCount = Schemas['CrawlIssueCount'];
export type CrawlSeverity = Schemas['CrawlSeverity'];
export type CrawlCategory = Schemas['CrawlCategory'];
export type CrawlPage = Schemas['CrawlPage'];
export type CrawlPageFacts = Schemas['CrawlPageFacts'];
export type CrawlRenderedPage = Schemas['CrawlRenderedPage'];
export type CrawlFact = Schemas['CrawlFact'];
export type CrawlFinding = Schemas['CrawlFinding'];
export type CrawlAgent = Schemas['CrawlAgent'];
export type CrawlAi = Schemas['CrawlAi'];
export type CrawlAiAgent = Schemas['CrawlAiAgent'];
export type CrawlAiAccess = Schemas['CrawlAiAccess'];
export type CrawlAiAccessRow = Schemas['CrawlAiAccessRow'];
export type CrawlAiFilter = Omit<QueryOf<'/api/crawls/{id}/ai-access'>, 'cursor' | 'limit'>;
export type NewCrawl = Schemas['NewCrawl'];
export type CrawlSchedule = Schemas['CrawlSchedule'];
export type CrawlScheduleInput = Schemas['CrawlScheduleInput'];
export type CrawlExportFilter = Omit<QueryOf<'/api/crawls/{id}/export'>, 'format'>;
export type CrawlPageFilter = Omit<QueryOf<'/api/crawls/{id}/pages'>, 'cursor' | 'limit'>;

const CRAWLS = 10;
const PAGES = 25;
const DIRECTORIES = 25;

export const crawlQueries = {
  all: () => ['crawls'] as const,
  /** Crawls of a website, newest first. */
  list: (websiteId: string) =>
    infiniteQueryOptions({
      queryKey: ['crawls', 'list', websiteId],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(client.GET('/api/crawls', { signal, params: { query: { websiteId, limit: CRAWLS, cursor } } })),
      ...paged,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['crawls', 'detail', id],
      queryFn: ({ signal }) => answer(client.GET('/api/crawls/{id}', { signal, params: { path: { id } } })),
      select: ({ crawl }) => crawl,
    }),
  /** All issues that a crawl can find. */
  issues: () =>
    queryOptions({
      queryKey: ['crawls', 'issues'],
      queryFn: ({ signal }) => answer(client.GET('/api/crawls/issues', { signal })),
      select: ({ issues }) => issues,
    }),
  /** Whether crawls can render pages. */
  rendering: () =>
    queryOptions({
      queryKey: ['crawls', 'rendering'],
      queryFn: ({ signal }) => answer(client.GET('/api/crawls/rendering', { signal })),
    }),
  /** When the crawls of a website start. */
  schedule: (websiteId: string) =>
    queryOptions({
      queryKey: ['crawls', 'schedule', websiteId],
      queryFn: ({ signal }) => answer(client.GET('/api/crawls/schedule', { signal, params: { query: { websiteId } } })),
    }),
  pages: (id: string, filter: CrawlPageFilter, limit = PAGES) =>
    infiniteQueryOptions({
      queryKey: ['crawls', 'pages', id, filter, limit],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(
          client.GET('/api/crawls/{id}/pages', {
            signal,
            params: { path: { id }, query: { ...filter, limit, cursor } },
          }),
        ),
      placeholderData: (shown, query) => (query?.queryKey[2] === id ? shown : undefined),
      ...paged,
    }),
  /** What AI crawlers may use of each directory. */
  aiAccess: (id: string, filter: CrawlAiFilter) =>
    infiniteQueryOptions({
      queryKey: ['crawls', 'ai-access', id, filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        answer(
          client.GET('/api/crawls/{id}/ai-access', {
            signal,
            params: { path: { id }, query: { ...filter, limit: DIRECTORIES, cursor } },
          }),
        ),
      placeholderData: (shown, query) => (query?.queryKey[2] === id ? shown : undefined),
      ...paged,
    }),
  page: (id: string, no: number) =>
    queryOptions({
      queryKey: ['crawls', 'page', id, no],
      queryFn: ({ signal }) =>
        answer(client.GET('/api/crawls/{id}/pages/{no}', { signal, params: { path: { id, no } } })),
    }),
};

export const crawlApi = {
  create: (body: NewCrawl) => answer(client.POST('/api/crawls', { body })),
  remove: (id: string) => answer(client.DELETE('/api/crawls/{id}', { params: { path: { id } } })),
  saveSchedule: (body: CrawlScheduleInput) => answer(client.PUT('/api/crawls/schedule', { body })),
  pagesFile: (id: string, filter: CrawlExportFilter = {}) =>
    addressOf('/api/crawls/{id}/export', { id }, { format: 'csv', ...filter }),
  aiAccessFile: (id: string, filter: CrawlAiFilter = {}) =>
    addressOf('/api/crawls/{id}/ai-access/export', { id }, { format: 'csv', ...filter }),
};
