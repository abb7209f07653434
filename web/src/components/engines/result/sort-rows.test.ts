import { expect, test } from 'vitest';
import { sortRows } from './sort-rows';

const rows = [{ v: 2 }, { v: null }, { v: 10 }, { v: 1 }];

test('rows without a figure come last in either order', () => {
  expect(sortRows(rows, { key: 'v', order: 'asc' }).map(({ v }) => v)).toEqual([1, 2, 10, null]);
  expect(sortRows(rows, { key: 'v', order: 'desc' }).map(({ v }) => v)).toEqual([10, 2, 1, null]);
  expect(sortRows(rows, null)).toBe(rows);
});

test('intervals are sorted by their middle', () => {
  const ranges = [{ v: { p10: 0, p50: 9, p90: 10 } }, { v: { p10: 5, p50: 6, p90: 7 } }];
  expect(sortRows(ranges, { key: 'v', order: 'asc' })[0]).toBe(ranges[1]);
});
