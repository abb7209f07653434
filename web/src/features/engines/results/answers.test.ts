import { expect, test } from 'vitest';
import { type ActionKey, typedResult } from '@/api/engine-results';
import { answerOf } from './answers';
import { PLOTS } from './plots';

const answer = (key: ActionKey, result: unknown) => answerOf(key, typedResult(key, result));
const USD = { lowCents: 10_000, midCents: 20_000, highCents: 90_000, currency: 'USD' };

test('keyword_value_is_a_sentence_with_its_period_and_interval', () => {
  const totals = { queries: 104, clusters: 32, clicks: 500, value: USD };
  expect(answer('keyword.analyse', { totals })).toEqual({
    text: '104 queries in 32 clusters can add $200 a month at their target positions.',
    confidence: '80% interval: $100 to $900.',
  });
  expect(answer('keyword.analyse', { totals: { ...totals, value: null } })?.text).toBe(
    '104 queries in 32 clusters: 500 clicks in the period.',
  );
});

test('first_quick_win_is_named_by_its_order_and_not_as_the_one_of_most_value', () => {
  const wins = [
    { query: 'signs of a slab leak', confidence: 0.8, impact: USD },
    { query: 'frozen pipes', confidence: 0.3, impact: { ...USD, midCents: 44_000 } },
  ];
  expect(answer('keyword.wins', { wins })?.text).toBe(
    '2 quick wins. The one that pays most for its effort is "signs of a slab leak": $200 a month.',
  );
});

test('best_market_is_named_with_profit_and_confidence', () => {
  const market = { verticalName: 'Plumbing', city: 'Tulsa', state: 'OK', confidence: 0.37 };
  const profitMonth = { meanCents: 30_000, p10Cents: -500, p90Cents: 68_000 };
  const other = { ...market, city: 'Austin', state: 'TX' };
  expect(answer('local.scan', { currency: 'USD', markets: [{ ...market, profitMonth }, other] })).toEqual({
    text: 'First market: Plumbing in Tulsa, OK, $300 expected profit a month.',
    confidence: '37% confidence. 80% interval: -$5 to $680.',
  });
  const loss = { ...market, profitMonth: { meanCents: -99, p10Cents: -500, p90Cents: 100 } };
  expect(answer('local.scan', { currency: 'USD', markets: [loss, other] })?.text).toMatch(
    /^No market promises a profit\. The first: Plumbing in Tulsa/,
  );
  expect(answer('local.explain', { currency: 'USD', market })?.text).toBe(
    'Plumbing in Tulsa, OK. Its profit is unknown.',
  );
  expect(answer('local.scan', { currency: 'USD', markets: [] })).toBeNull();
});

test('effect_of_a_change_has_a_sign_and_no_certainty', () => {
  const relative = { effect: -0.2, lo: -0.3, hi: -0.1 };
  const cumulative = { effect: -40, lo: -60, hi: -20 };
  expect(answer('causal.impact', { relative, cumulative, counterfactual: [1, 2, 3] })).toEqual({
    text: '-20% compared with no change: 40 fewer than expected in 3 days.',
    confidence: '95% interval: -30% to -10%.',
  });
  const change = { before: 10, after: 20, relative: 1, date: '2026-03-26', confidence: 1 };
  expect(answer('pattern.change-points', { changes: [change], days: 240 })?.confidence).toBe(
    'More than 99% confidence.',
  );
});

test.each([0.995, 0.999, 1])('probability_of_%s_is_never_shown_as_certain', (breakEven) => {
  const totals = { hours: 80, costCents: 0, meanCents: 100, assumedChances: 0, breakEven, worth: USD };
  const found = answer('strategic.portfolio', { chosen: [{}], totals, currency: 'USD', horizonMonths: 24 });
  expect(found?.confidence).toContain('More than 99% probability to break even');
});

test('forecast_states_the_mean_as_the_dashboard_does', () => {
  const total = { low: 240, mid: 300, high: 390, mean: 305 };
  const clicks = { total, fan: [{}, {}], before: 280, beforeDays: 30 };
  expect(answer('predictive.forecast', { clicks })).toEqual({
    text: '305 clicks in the next 2 days, compared with 280 in the previous 30.',
    confidence: '80% interval: 240 to 390.',
  });
});

test('explanation_of_a_fall_names_its_period', () => {
  const figures = { actual: 700, expected: 1_000, relative: -0.3 };
  const explanations = [{ dimension: 'page', elements: [{ name: '/prices' }] }];
  const dated = { ...figures, explanations, change: '2026-05-01', beforeDays: 28, afterDays: 20 };
  expect(answer('pattern.attribute', dated)?.text).toBe(
    'Clicks changed by -30% in the 20 days from May 1, 2026 on, compared with the 28 days before: 700 where 1,000 were expected; /prices explains the most.',
  );
  expect(answer('pattern.attribute', { ...figures, explanations: [] })?.text).toBe(
    'Clicks changed by -30% in the period: 700 where 1,000 were expected; no page, query, device or country explains it.',
  );
});

test.each(Object.keys(PLOTS) as ActionKey[])('%s: a result without any member has no wrong answer', (key) => {
  const found = answer(key, {});
  expect(`${found?.text} ${found?.confidence}`).not.toMatch(/NaN|—/);
});
