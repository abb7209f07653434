import { useState } from 'react';
import { PHONE, useMedia } from '@/hooks/use-media';
import type { Pages } from './load-more';

/** Rows that a phone shows at first, and adds with each press of the button. */
const STEP = 10;

const NO_PAGES: Pages = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {} };

/**
 * Rows of a long list, with the pages for its `LoadMore`. A phone shows the first `step`, ten unless given, and adds as
 * many with each press; the next page is fetched once all loaded rows are shown.
 */
export function usePhoneRows<Row>(
  rows: readonly Row[],
  query: Pages = NO_PAGES,
  step: number = STEP,
): [readonly Row[], Pages] {
  const [count, setCount] = useState(step);
  const isPhone = useMedia(PHONE);
  const isCut = isPhone && rows.length > count;
  const more = () => {
    setCount(count + step);
    return isCut ? undefined : query.fetchNextPage();
  };
  const pages = { ...query, hasNextPage: isCut || query.hasNextPage, isLoaded: isCut, fetchNextPage: more };
  return [isCut ? rows.slice(0, count) : rows, pages];
}
