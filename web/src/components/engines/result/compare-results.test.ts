import { expect, test } from 'vitest';
import { compareResults } from './compare-results';

test('comparison_subtracts_figures_and_matches_rows_by_name', () => {
  const before = { score: 40, model: 'a', pages: [{ url: '/a' }, { url: '/b' }], range: { low: 1, mid: 2, high: 3 } };
  const after = { score: 55, model: 'b', pages: [{ url: '/b' }, { url: '/c' }], range: { low: 1, mid: 5, high: 9 } };
  const { figures, tables } = compareResults(before, after);
  expect(figures.map(({ id, change }) => [id, change])).toEqual([
    ['score', 15],
    ['model', null],
    ['range', 3],
  ]);
  expect(tables).toEqual([{ id: 'pages', title: 'Pages', before: 2, after: 2, added: ['/c'], removed: ['/a'] }]);
});

test('rows without a name are only counted', () => {
  const { tables } = compareResults({ bins: [{ from: 0 }] }, { bins: [{ from: 0 }, { from: 1 }] });
  expect(tables[0]).toMatchObject({ before: 1, after: 2, added: null });
});
