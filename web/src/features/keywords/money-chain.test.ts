import { expect, test } from 'vitest';
import { aKeyword, RESULT } from '@/testing/records';
import { chainOf } from './money-chain';

const keyword = aKeyword({
  valueBasis: 'leadValue',
  potentialClicks: { low: 85, mid: 154, high: 271, mean: 165 },
});

test('value_factors_are_listed_in_order_of_multiplication_with_the_product', () => {
  const steps = chainOf(keyword, RESULT);
  expect(steps.map((step) => [step.sign, step.name])).toEqual([
    ['', 'Monthly search volume'],
    ['×', 'CTR at the target position'],
    ['=', 'Monthly clicks at the target position'],
    ['×', 'Leads a visit'],
  ]);
  expect(steps[2]?.value).toBe('154 (85 to 271)');
  expect(steps[3]).toMatchObject({ isAssumption: true, parameter: 'conversionRate', value: '4.9% (3.1% to 7.1%)' });
});

test('value_by_replacement_cost_uses_the_cpc_not_leads', () => {
  const steps = chainOf({ ...keyword, valueBasis: 'replacementCost' }, RESULT);
  expect(steps.map((step) => step.name)).not.toContain('Leads a visit');
  expect(steps.at(-1)).toMatchObject({ name: 'CPC', value: '$12.50' });
});

test('unknown_demand_is_a_dash_with_the_missing_data', () => {
  const [demand] = chainOf({ ...keyword, volume: null, volumeSource: null }, null);
  expect(demand).toMatchObject({ value: '—', meaning: 'Unknown. Import an export of a keyword tool.' });
});
