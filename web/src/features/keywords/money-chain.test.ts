import { expect, test } from 'vitest';
import { aKeyword, RESULT } from '@/testing/records';
import { chainOf } from './money-chain';

const keyword = aKeyword({
  valueBasis: 'leadValue',
  potentialClicks: { low: 85, mid: 154, high: 271, mean: 165 },
});

test('the factors stand in the order in which they are multiplied, with what they come to', () => {
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

test('a worth by replacement cost rests on the ad click, not on leads', () => {
  const steps = chainOf({ ...keyword, valueBasis: 'replacementCost' }, RESULT);
  expect(steps.map((step) => step.name)).not.toContain('Leads a visit');
  expect(steps.at(-1)).toMatchObject({ name: 'CPC', value: '$12.50' });
});

test('an unknown demand is a dash and says what would tell', () => {
  const [demand] = chainOf({ ...keyword, volume: null, volumeSource: null }, null);
  expect(demand).toMatchObject({ value: '—', meaning: 'Unknown. Import an export of a keyword tool.' });
});
