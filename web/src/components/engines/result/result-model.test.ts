import { expect, test } from 'vitest';
import { partsOf } from './result-model';
import { formatInterval, intervalOf, textOf } from './value';

test('what only machines call a row by stays in the file', () => {
  const id = '01a2064c-a834-76f4-b7a0-0fe7533bf143';
  const [table] = partsOf({ chosen: [{ id, ids: [id, id], title: 'Gutters' }] }).tables;
  expect(table?.columns.map(({ key }) => key)).toEqual(['title']);
});

test('a result is taken apart into figures, tables, lists and sentences', () => {
  const parts = partsOf({
    verdict: 'proved',
    decision: 'Keep the change: it brought more than chance alone would have given.',
    cumulative: { effect: 12, lo: 3, hi: 20 },
    backtest: { mase: 0.71, hours: { a: 1 } },
    rows: [{ page: '/a', clicks: 2 }],
    directed: [['a', 'b']],
    robust: ['x', 'y'],
    steps_for: { '0.1': 22, '0.02': null },
    trend: [1, 2],
    remainder: [0, null],
    splits: [],
    method: 'm',
    methodVersion: '1',
    notes: ['n'],
    needs: [{ kind: 'k', label: 'Bring it' }],
    insights: null,
  });
  expect(parts.figures.map(({ id }) => id)).toEqual([
    'verdict',
    'cumulative',
    'backtest.mase',
    'backtest.hours.a',
    'splits',
  ]);
  expect(parts.sentences).toHaveLength(1);
  expect(parts.tables.map(({ id }) => id)).toEqual(['rows', 'directed', 'steps_for', 'trend+remainder']);
  expect(parts.tables[2]?.rows).toEqual([
    { share: 0.02, value: null },
    { share: 0.1, value: 22 },
  ]);
  expect(parts.tables[3]?.rows[1]).toEqual({ step: 2, trend: 2, remainder: null });
  expect(parts.lists).toEqual([{ id: 'robust', title: 'Robust', items: ['x', 'y'] }]);
  expect(parts.method).toBe('m (1)');
  expect(parts.needs).toEqual(['Bring it']);
});

test('what is shown elsewhere is left out', () => {
  expect(partsOf({ chosen: [{ id: 'a' }], bound: 2 }, ['chosen']).tables).toEqual([]);
  const nested = partsOf({ clicks: { fan: [{ p50: 1 }], months: [{ month: '2026-11' }] } }, ['clicks.fan']);
  expect(nested.tables.map(({ id }) => id)).toEqual(['clicks.months']);
});

test('uncertain figures of every shape read as one', () => {
  const money = intervalOf({ meanCents: 300, p10Cents: 100, p50Cents: 200, p90Cents: 900 });
  expect(money && formatInterval('profit12', money)).toBe('$3 ($1 to $9)');
  const median = intervalOf({ p10Cents: 100, p50Cents: 200, p90Cents: 900 });
  expect(median && formatInterval('profit12', median)).toBe('$2 ($1 to $9)');
  expect(intervalOf({ low: 1, mid: 2, high: 3, extra: 4 })).toBeNull();
  expect(intervalOf({ low: 1, mid: 2 })).toBeNull();
});

test('strengths_are_no_shares_and_state_their_scale', () => {
  const [sites] = partsOf({ sites: [{ domain: 'a.test', strength: -0.42, odds: 0.66 }] }).tables;
  expect(sites?.columns.map(({ label }) => label)).toEqual([
    'Domain',
    'Strength (log odds; 0 is average)',
    'Odds of ranking above an average site (to 1)',
  ]);
  expect(textOf('strength', -0.42)).toBe('-0.42');
  const [season] = partsOf({ season: { days: 7, strength: 0.6 } }).figures.slice(1);
  expect(season?.name).toBe('Seasonal strength (0 to 1)');
  expect(textOf('seasonalStrength', 0.6)).toBe('0.6');
});

test('nothing is ever shown as raw JSON', () => {
  expect(textOf('x', [{ revenueCents: 12_300 }, null])).toBe('revenue $123, —');
  expect(textOf('share', 0.256)).toBe('25.6%');
  expect(textOf('isOwn', true)).toBe('yes');
});

test('lists_that_are_stored_in_tables_are_not_shown_as_none_beside_their_totals', () => {
  const parts = partsOf({ keywords: [], clusters: [], wins: [], totals: { queries: 900, clusters: 289 } });
  expect(parts.figures.map(({ id }) => id)).toEqual(['wins', 'totals.queries', 'totals.clusters']);
});

test('remarks_of_a_result_inside_of_a_result_join_those_of_the_whole', () => {
  const winners = {
    method: 'semantic',
    methodVersion: '1',
    assumptions: ['Same.', 'New.'],
    needs: [],
    insights: [{ a: 1 }],
  };
  const parts = partsOf({ method: 'content', assumptions: ['Same.'], winners: { ...winners, words: 3 } });
  expect(parts.assumptions).toEqual(['Same.', 'New.']);
  expect(parts.figures.map(({ id }) => id)).toEqual(['winners.words']);
  expect(parts.tables).toEqual([]);
  expect(parts.method).toBe('content');
});
