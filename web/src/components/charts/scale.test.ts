import { expect, test } from 'vitest';
import { linear, ticksBetween, ticksTo } from './scale';

test('a linear scale maps the ends, turns round, and holds outliers at the edge', () => {
  const y = linear([0, 0.5], [200, 0]);
  expect([y(0), y(0.25), y(0.5), y(0.9)]).toEqual([200, 100, 0, 0]);
});

test('a domain of one value does not divide by zero', () => {
  expect(linear([3, 3], [0, 100])(3)).toBe(0);
});

test('ticks are round and cover the maximum', () => {
  expect(ticksTo(0.43)).toEqual([0, 0.2, 0.4, 0.6]);
  expect(ticksTo(1000)).toEqual([0, 500, 1000]);
  expect(ticksTo(0)).toEqual([0]);
});

test('ticks between two ends are round and cover both', () => {
  expect(ticksBetween(-12, 31)).toEqual([-20, 0, 20, 40]);
  expect(ticksBetween(101, 143)).toEqual([100, 120, 140, 160]);
  expect(ticksBetween(5, 5)).toHaveLength(2);
});
