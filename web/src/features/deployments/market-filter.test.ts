import { expect, test } from 'vitest';
import { aPipelineMarket } from '@/testing/scans';
import { costText, profitText } from './deploy-summary';
import { CHOICE_DEFAULTS, chosenMarkets, pickedOf } from './market-filter';

const tulsa = aPipelineMarket({ id: 'tulsa', profitCents: 45_000, score: 61 });
const norman = aPipelineMarket({ id: 'norman', city: 'Norman', tier: 'tier1', profitCents: 90_000, score: 50 });
const unknown = aPipelineMarket({
  id: 'unknown',
  city: 'Enid',
  vertical: 'roofing',
  verticalName: 'Roofing',
  tier: null,
  score: null,
  profitCents: null,
  addedAt: '2026-11-25T10:00:00Z',
});
const all = [tulsa, unknown, norman];
const idsOf = (choice: Partial<typeof CHOICE_DEFAULTS>) =>
  chosenMarkets(all, { ...CHOICE_DEFAULTS, ...choice }).map(({ id }) => id);

test('unknown_profits_come_last', () => {
  expect(idsOf({})).toEqual(['norman', 'tulsa', 'unknown']);
  expect(idsOf({ sort: 'score' })).toEqual(['tulsa', 'norman', 'unknown']);
  expect(idsOf({ sort: 'newest' })[0]).toBe('unknown');
  expect(idsOf({ sort: 'nonsense' })).toEqual(['norman', 'tulsa', 'unknown']);
});

test('filters_narrow_together', () => {
  expect(idsOf({ tier: 'tier1' })).toEqual(['norman']);
  expect(idsOf({ vertical: 'roofing' })).toEqual(['unknown']);
  expect(idsOf({ profit: '500' })).toEqual(['norman']);
  expect(idsOf({ q: 'plumbing in t' })).toEqual(['tulsa']);
  expect(idsOf({ q: 'plumbing', profit: '1000' })).toEqual([]);
});

test('picked_markets_are_read_from_the_address', () => {
  expect(pickedOf({ pick: '' })).toEqual([]);
  expect(pickedOf({ pick: 'a,b' })).toEqual(['a', 'b']);
});

test('profit_of_several_markets_names_currencies_and_unknown_ones', () => {
  const euros = aPipelineMarket({ currency: 'EUR', profitCents: 20_000 });
  expect(profitText([tulsa, norman])).toBe('Expected profit of all together: $1,350 a month.');
  expect(profitText([tulsa, euros, unknown])).toBe(
    'Expected profit of all together: $450 and €200 a month. 1 market has no known profit.',
  );
  expect(profitText([unknown])).toBe('The expected profit of these markets is unknown.');
});

test('cost_is_what_the_model_takes_from_the_revenue_of_each_site', () => {
  const one = aPipelineMarket({ revenueCents: 46_500, profitCents: 45_000 });
  const other = aPipelineMarket({ revenueCents: 3_000, profitCents: 500 });
  const euros = aPipelineMarket({ currency: 'EUR', revenueCents: 1_000, profitCents: -200 });
  const text = 'a month, after the one-time cost to build them.';
  expect(costText([one])).toBe(`Modelled cost to run the sites: $15 ${text}`);
  expect(costText([one, one])).toBe(`Modelled cost to run the sites: $15 for each, $30 together ${text}`);
  expect(costText([one, other])).toBe(`Modelled cost to run the sites: $15 to $25 for each, $40 together ${text}`);
  expect(costText([one, euros, aPipelineMarket({ revenueCents: null })])).toBe(
    `Modelled cost to run the sites: $15 and €12 ${text} 1 site has no known cost.`,
  );
  expect(costText([unknown])).toBe('The modelled cost of these sites is unknown.');
});
