import type { CrawlPageFilter } from '@/api/crawls';
import { oneOf } from '@/lib/one-of';

/** State of the table of pages in the URL. */
export const PAGES_DEFAULTS = { q: '', status: '', indexable: '', change: '', sort: 'pageRank' };

export type PagesState = typeof PAGES_DEFAULTS;

export const NO_FILTER = { q: '', status: '', indexable: '', change: '' };

export const SORTS = [
  { value: 'pageRank', label: 'Highest PageRank' },
  { value: 'score', label: 'Lowest score' },
  { value: 'responseTime', label: 'Slowest response' },
  { value: 'words', label: 'Most words' },
  { value: 'url', label: 'URL' },
  { value: 'discovery', label: 'Discovery' },
] as const;

export const STATUS_CLASSES = [
  { value: '2', label: 'Status 2xx' },
  { value: '3', label: 'Status 3xx' },
  { value: '4', label: 'Status 4xx' },
  { value: '5', label: 'Status 5xx' },
  { value: '0', label: 'No response' },
] as const;

export const CHANGES = [
  { value: 'added', label: 'Added' },
  { value: 'changed', label: 'Changed' },
  { value: 'same', label: 'Unchanged' },
] as const;

const valuesOf = <Value extends string>(options: readonly { value: Value }[]) => options.map(({ value }) => value);

/** The state as the server filters and sorts. Unknown values of the URL are left out. */
export function toFilter(state: PagesState): CrawlPageFilter {
  const status = oneOf(valuesOf(STATUS_CLASSES), state.status);
  const change = oneOf(valuesOf(CHANGES), state.change);
  const indexable = oneOf(['true', 'false'], state.indexable);
  return {
    sort: oneOf(valuesOf(SORTS), state.sort) ?? 'pageRank',
    ...(state.q.trim() ? { q: state.q.trim() } : {}),
    ...(status === undefined ? {} : { statusClass: Number(status) }),
    ...(indexable === undefined ? {} : { indexable: indexable === 'true' }),
    ...(change === undefined ? {} : { change }),
  };
}

export function isFiltered(state: PagesState): boolean {
  const { sort: _, ...filter } = toFilter(state);
  return Object.keys(filter).length > 0;
}
