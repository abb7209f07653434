import type { KeywordFilter } from '@/api/keywords';
import { useUrlState } from '@/hooks/use-url-state';

export const VIEWS = ['keywords', 'clusters', 'wins', 'curve'] as const;
export type View = (typeof VIEWS)[number];

/** Everything of the finder that a link must bring back. */
export const FINDER_DEFAULTS = {
  view: 'keywords' as string,
  q: '',
  intent: '',
  win: '',
  min: '',
  cluster: '',
  sort: 'value',
  order: 'desc',
  /** Hidden columns, comma-separated; `none` if all are shown, empty for the stored layout. */
  hide: '',
  /** Row with an open drawer. */
  row: '',
  /** Panel above the tables: import or run. */
  panel: '',
  /** Parameter that the run panel puts first. */
  focus: '',
};

export type FinderState = typeof FINDER_DEFAULTS;

export function useFinderState() {
  return useUrlState<FinderState>(FINDER_DEFAULTS);
}

export const SORTS = ['value', 'clicks', 'impressions', 'position', 'query', 'volume'] as const;
type Sort = (typeof SORTS)[number];

/** The state as the server filters and sorts. Text of the address that means nothing is left out. */
export function toFilter(state: FinderState, websiteId: string): KeywordFilter {
  const minimum = Number(state.min);
  const filter: KeywordFilter = {
    websiteId,
    sort: SORTS.includes(state.sort as Sort) ? (state.sort as Sort) : 'value',
    order: state.order === 'asc' ? 'asc' : 'desc',
  };
  if (state.q.trim()) filter.q = state.q.trim();
  if (state.intent) filter.intent = state.intent;
  if (state.win) filter.win = state.win;
  if (state.cluster) filter.cluster = state.cluster;
  if (state.min && Number.isFinite(minimum) && minimum > 0) filter.minImpressions = Math.floor(minimum);
  return filter;
}

/** True when rows are held back by a filter. */
export function isFiltered(state: FinderState): boolean {
  return [state.q, state.intent, state.win, state.min, state.cluster].some((value) => value !== '');
}

export const NO_FILTER = { q: '', intent: '', win: '', min: '', cluster: '' };

const NONE = 'none';

/** Ids of the hidden columns: from the URL, or else from the stored layout. */
export function hiddenColumns(state: FinderState, own: readonly string[]): readonly string[] {
  if (state.hide === '') return own;
  return state.hide === NONE ? [] : state.hide.split(',').filter(Boolean);
}

export function hideText(hidden: readonly string[]): string {
  return hidden.length === 0 ? NONE : hidden.join(',');
}
