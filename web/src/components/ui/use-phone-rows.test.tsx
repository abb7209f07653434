import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { onPhone } from '@/testing/media';
import { usePhoneRows } from './use-phone-rows';

const ROWS = Array.from({ length: 25 }, (_, index) => index);

test('phone_shows_ten_rows_more_with_each_press_and_then_the_next_page', () => {
  onPhone();
  const fetchNextPage = vi.fn();
  const query = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage };
  const { result } = renderHook(() => usePhoneRows(ROWS, query));
  const press = () => act(() => void result.current[1].fetchNextPage());
  expect(result.current[0]).toHaveLength(10);
  expect(result.current[1].isLoaded).toBe(true);
  press();
  press();
  expect(result.current[0]).toHaveLength(25);
  expect(result.current[1]).toMatchObject({ hasNextPage: true, isLoaded: false });
  expect(fetchNextPage).not.toHaveBeenCalled();
  press();
  expect(fetchNextPage).toHaveBeenCalledOnce();
});

test('wide_window_shows_all_loaded_rows', () => {
  const { result } = renderHook(() => usePhoneRows(ROWS));
  expect(result.current[0]).toHaveLength(25);
  expect(result.current[1].hasNextPage).toBe(false);
});
