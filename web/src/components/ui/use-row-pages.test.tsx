import { act, renderHook, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { onPhone } from '@/testing/media';
import { useRowPages } from './use-row-pages';

const PART = 50;
const ALL = Array.from({ length: 120 }, (_, index) => index);

/** A list of 120 rows, of which the server sends 50 at a time. */
function usePagedList(filter: string) {
  const [parts, setParts] = useState(1);
  const loaded = ALL.slice(0, parts * PART);
  const source = {
    hasNextPage: loaded.length < ALL.length,
    isFetchingNextPage: false,
    isError: false,
    fetchNextPage: () => setParts(parts + 1),
  };
  return { ...useRowPages('p', filter, loaded, source, ALL.length), parts, search: useLocation().search };
}

const render = (filter: string, at = '/') =>
  renderHook(usePagedList, {
    initialProps: filter,
    wrapper: ({ children }) => <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>,
  });

test('phone_shows_ten_rows_a_page_however_many_are_loaded', async () => {
  onPhone();
  const { result } = render('');
  expect(result.current).toMatchObject({ page: 1, pages: 12, parts: 1 });
  expect(result.current.rows).toEqual(ALL.slice(0, 10));
  act(() => result.current.onChange(2));
  await waitFor(() => expect(result.current.rows).toEqual(ALL.slice(10, 20)));
  expect(result.current.search).toBe('?p=2');
});

test('page_of_a_link_fetches_the_parts_before_it', async () => {
  const { result } = render('', '/?p=5');
  await waitFor(() => expect(result.current.rows).toEqual(ALL.slice(100)));
  expect(result.current).toMatchObject({ page: 5, pages: 5, parts: 3 });
});

test('page_that_no_longer_exists_shows_the_last_one', async () => {
  const { result } = render('', '/?p=99');
  await waitFor(() => expect(result.current.page).toBe(5));
});

test('another_filter_starts_at_the_first_page', async () => {
  const { result, rerender } = render('all', '/?p=3');
  await waitFor(() => expect(result.current.page).toBe(3));
  rerender('leaks');
  expect(result.current.page).toBe(1);
  await waitFor(() => expect(result.current.search).toBe(''));
});
