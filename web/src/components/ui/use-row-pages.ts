import { useEffect, useMemo, useState } from 'react';
import { PHONE, useMedia } from '@/hooks/use-media';
import { useUrlState } from '@/hooks/use-url-state';

/** Rows on a page: on a phone, a row is a small block. */
const SIZE = 25;
const PHONE_SIZE = 10;
/** Rows of several lines on a page, at every width. */
export const TALL_ROWS = PHONE_SIZE;

/** What a list that is fetched in parts knows of its next part. */
interface Source {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** Rows of one page, and what `Pages` needs to move between pages. */
export interface RowPages<Row> {
  rows: readonly Row[];
  page: number;
  /** Number of pages; null while the end of the list is unknown. */
  pages: number | null;
  /** Whether the rows of the wanted page are on their way. */
  isBusy: boolean;
  onChange: (page: number) => void;
}

/**
 * One page of a long list of which the server sends one part after the other: the page is in the address as `name`, and the
 * parts up to it are fetched. `key` identifies the filter: another one starts at the first page. `wide` is the number of
 * rows on a page of wide windows.
 */
export function useRowPages<Row>(
  name: string,
  key: string,
  loaded: readonly Row[],
  source: Source,
  total: number | null = null,
  wide: number = SIZE,
): RowPages<Row> {
  const size = useMedia(PHONE) ? PHONE_SIZE : wide;
  const [wanted, onChange] = usePage(name, key);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = source;
  const isMissing = loaded.length < wanted * size && hasNextPage;
  const asks = isMissing && !isFetchingNextPage && !isError;
  useEffect(() => {
    if (asks) fetchNextPage();
  }, [asks, fetchNextPage]);
  const whole = isMissing ? Math.floor(loaded.length / size) : Math.ceil(loaded.length / size);
  const page = Math.max(1, Math.min(wanted, whole));
  const count = hasNextPage ? total : loaded.length;
  return {
    rows: loaded.slice((page - 1) * size, page * size),
    page,
    pages: count === null ? null : Math.max(1, Math.ceil(count / size)),
    isBusy: isMissing && isFetchingNextPage,
    onChange,
  };
}

/** The page in the address, 1 or higher, for as long as the filter that it was chosen for. */
function usePage(name: string, key: string): [number, (page: number) => void] {
  const first = useMemo(() => ({ [name]: '1' }), [name]);
  const [state, setState] = useUrlState<Record<string, string>>(first);
  const [chosenFor, setChosenFor] = useState(key);
  const isStale = chosenFor !== key;
  useEffect(() => {
    if (!isStale) return;
    setChosenFor(key);
    setState(first);
  }, [isStale, key, first, setState]);
  const page = isStale ? 1 : Math.max(1, Math.floor(Number(state[name])) || 1);
  return [page, (to) => setState({ [name]: String(to) })];
}
