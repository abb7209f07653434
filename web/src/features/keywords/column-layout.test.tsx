import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FIRST_LAYOUT, moved, useColumnLayout, widthWithin } from './column-layout';

const KEY = 'motherlode.keyword-columns';
const read = (stored: string) => {
  localStorage.setItem(KEY, stored);
  return renderHook(useColumnLayout).result.current[0];
};

test.each(['', 'nonsense', 'null', '7', '[]', '{"order":7,"widths":"wide","hidden":{}}'])(
  '%s counts as nothing',
  (stored) => {
    expect(read(stored)).toEqual(FIRST_LAYOUT);
  },
);

test('unknown_columns_are_dropped_and_new_ones_appended', () => {
  const layout = read(
    '{"order":["value","gone","value","clicks"],"hidden":["gone","ctr"],"widths":{"ctr":9999,"gone":90,"value":null}}',
  );
  expect(layout.order.slice(0, 2)).toEqual(['value', 'clicks']);
  expect([...layout.order].sort()).toEqual([...FIRST_LAYOUT.order].sort());
  expect(layout.hidden).toEqual(['ctr']);
  expect(layout.widths).toEqual({ ctr: 640 });
});

test('a column moves by one place and never beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
  expect([widthWithin(-4), widthWithin(99.6), widthWithin(4000)]).toEqual([56, 100, 640]);
});
