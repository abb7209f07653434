import { expect, it } from 'vitest';
import { aRun, NO_SETTINGS } from '@/testing/records';
import { changedParameters, isOutdated, moneyFactor, newestResults, type SavedChange } from './settings-changes';

const SETTINGS = { ...NO_SETTINGS, valuePerLeadCents: 10_000, conversionRate: 0.02 };

it('money_is_proportional_to_the_value_per_lead_and_the_rate', () => {
  expect(moneyFactor(SETTINGS, { ...SETTINGS, valuePerLeadCents: 20_000 })).toBe(2);
  expect(moneyFactor(SETTINGS, { ...SETTINGS, conversionRate: 0.03 })).toBeCloseTo(1.5);
  expect(moneyFactor(SETTINGS, { ...SETTINGS, valuePerLeadCents: 20_000, conversionRate: 0.01 })).toBeCloseTo(1);
  const assumed = { ...SETTINGS, conversionRate: null };
  expect(moneyFactor(assumed, { ...assumed, valuePerLeadCents: 5_000 })).toBe(0.5);
});

it('money_factor_is_unknown_without_a_previous_or_a_new_value', () => {
  for (const name of ['valuePerLeadCents', 'conversionRate'] as const) {
    expect(moneyFactor({ ...SETTINGS, [name]: null }, SETTINGS), name).toBeNull();
    expect(moneyFactor(SETTINGS, { ...SETTINGS, [name]: null }), name).toBeNull();
  }
  expect(moneyFactor(SETTINGS, { ...SETTINGS, currency: 'EUR' })).toBeNull();
});

it('changed_parameters_are_those_that_engines_take', () => {
  const after = {
    ...SETTINGS,
    conversionRate: 0.03,
    competitors: ['rival.example'],
    market: { vertical: 'Plumbing', place: '' },
  };
  expect(changedParameters(SETTINGS, after)).toEqual(['conversionRate', 'competitors']);
  expect(changedParameters(SETTINGS, { ...SETTINGS, currency: 'EUR' })).toEqual(['valuePerLeadCents']);
  expect(changedParameters(SETTINGS, { ...SETTINGS, currency: 'USD' })).toEqual([]);
});

it('newest_result_of_an_engine_is_its_first_successful_run', () => {
  const runs = [
    aRun({ id: 'r4', status: 'failed' }),
    aRun({ id: 'r3', status: 'succeeded' }),
    aRun({ id: 'r2', status: 'succeeded' }),
    aRun({ id: 'r1', status: 'succeeded', engineId: 'competitive' }),
  ];
  expect(newestResults(runs).map(({ id }) => id)).toEqual(['r3', 'r1']);
});

it('result_is_outdated_if_its_run_started_before_a_parameter_of_it_changed', () => {
  const schema = { properties: { valuePerLeadCents: {}, brandTerms: {} } };
  const change = (name: SavedChange['names'][number]): SavedChange => ({
    names: [name],
    startedBefore: new Set(['r1']),
  });
  const value = change('valuePerLeadCents');
  const run = aRun({ id: 'r1' });
  expect(isOutdated(run, schema, {}, [value])).toBe(true);
  expect(isOutdated(run, schema, {}, [change('competitors'), value]), 'one of several changes').toBe(true);
  expect(isOutdated(run, schema, { valuePerLeadCents: ' ' }, [value]), 'an empty text overrides nothing').toBe(true);
  expect(isOutdated(run, schema, { valuePerLeadCents: '120' }, [value]), 'a typed value overrides it').toBe(false);
  expect(isOutdated(run, schema, {}, [change('competitors')]), 'a parameter of other engines').toBe(false);
  expect(isOutdated(aRun({ id: 'r2' }), schema, {}, [value]), 'started after').toBe(false);
  expect(isOutdated({ ...run, engineId: 'local' }, schema, {}, [value]), 'markets take no settings').toBe(false);
});
