import { expect, test } from 'vitest';
import { aCampaign } from '@/testing/campaigns';
import { centsOf, EMPTY, faultsOf, fieldOf, planOf, stepOf, typedOf, type Values, valuesOf } from './plan';

const TODAY = '2026-11-26';
const complete: Values = { ...EMPTY, name: ' Oklahoma ', goalTarget: '5000', budget: '1000' };
const fieldsOf = (change: Partial<Values>) => faultsOf({ ...complete, ...change }, TODAY).map(({ field }) => field);

test('empty_form_names_what_is_missing_in_the_order_of_the_steps', () => {
  expect(faultsOf(EMPTY, TODAY).map(({ field }) => field)).toEqual(['name', 'goalTarget', 'budget']);
  expect(fieldsOf({})).toEqual([]);
});

test.each<[Partial<Values>, string[]]>([
  [{ goalTarget: '0' }, ['goalTarget']],
  [{ goalTarget: '12.345' }, ['goalTarget']],
  [{ goalKind: 'leads', goalTarget: '2.5' }, ['goalTarget']],
  [{ goalKind: 'live_sites', goalTarget: '1001' }, ['goalTarget']],
  [{ goalKind: 'live_sites', goalTarget: '1000' }, []],
  [{ goalBy: '2026-11-25' }, ['goalBy']],
  [{ goalBy: TODAY }, []],
  [{ states: 'ok, Texas' }, ['states']],
  [{ targetKind: 'markets' }, ['markets']],
  [{ minPopulation: '-1' }, ['minPopulation']],
  [{ costPerSite: '0' }, ['costPerSite']],
  [{ provider: '1000.01' }, ['provider']],
  [{ provider: '1000' }, []],
  [{ minScore: '101' }, ['minScore']],
  [{ minScore: '62,5' }, []],
  [{ minConfidence: '30.5' }, ['minConfidence']],
  [{ sitesPerDay: '0', sitesTotal: '1001' }, ['sitesPerDay', 'sitesTotal']],
])('values %j have the faults %j', (change, fields) => {
  expect(fieldsOf(change)).toEqual(fields);
});

test('plan_has_cents_shares_and_null_for_what_is_empty', () => {
  const plan = planOf({
    ...complete,
    states: 'ok tx ok',
    minPopulation: '50000',
    tiers: ['tier1'],
    minPayout: '40.50',
    minScore: '62.5',
    minConfidence: '45',
  });
  expect(plan).toEqual({
    name: 'Oklahoma',
    goal: { kind: 'monthly_revenue', target: 500_000, by: null },
    targets: {
      kind: 'filter',
      markets: [],
      verticals: [],
      states: ['OK', 'TX'],
      minPopulation: 50_000,
      tiers: ['tier1'],
    },
    site: { kind: 'goldmine', theme: null, targetId: null },
    rules: {
      minScore: 62.5,
      minPayoutCents: 4_050,
      minMonthlyProfitCents: 0,
      minConfidence: 0.45,
      sitesPerDay: 1,
      sitesTotal: 10,
    },
    budget: { totalCents: 100_000, providerCents: 0 },
  });
});

test('chosen_markets_leave_the_filter_out', () => {
  const { targets } = planOf({ ...complete, targetKind: 'markets', states: 'OK', markets: ['plumbing|455'] });
  expect(targets).toEqual({
    kind: 'markets',
    markets: [{ vertical: 'plumbing', place: '455' }],
    verticals: [],
    states: [],
    tiers: [],
  });
});

test('stored_campaign_survives_the_form', () => {
  const stored = aCampaign();
  const { name, goal, targets, site, rules, budget } = stored;
  expect(planOf(valuesOf(stored))).toEqual({ name, goal, targets, site, rules, budget });
});

test('amounts_are_read_and_written_in_dollars', () => {
  expect(['12', '12.5', '12,50', ' 7 ', '1.234', '-1', 'x', ''].map(centsOf)).toEqual([
    1_200,
    1_250,
    1_250,
    700,
    null,
    null,
    null,
    null,
  ]);
  expect([typedOf(1_200), typedOf(1_250), typedOf(null)]).toEqual(['12', '12.50', '']);
});

test('pointers_of_the_server_lead_to_fields_and_steps', () => {
  expect(fieldOf('budget/costPerSiteCents')).toBe('costPerSite');
  expect(fieldOf('targets/markets/3/place')).toBe('markets');
  expect(fieldOf('elsewhere')).toBe('elsewhere');
  expect([stepOf('markets'), stepOf('provider'), stepOf('name')]).toEqual(['targets', 'budget', 'goal']);
});
