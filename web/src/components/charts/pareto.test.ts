import { expect, test } from 'vitest';
import { alongList } from './drawn-chart';
import { heatStep } from './heat-map';
import { paretoBars } from './pareto';

test('pareto_sorts_and_adds_up_to_the_total', () => {
  const items = [
    { id: 'a', name: 'A', value: 20 },
    { id: 'b', name: 'B', value: 70 },
    { id: 'c', name: 'C', value: 10 },
  ];
  const bars = paretoBars(items, 100, (value, share, name) => `${name} ${value} ${share}`);
  expect(bars.map(({ id, share }) => [id, share])).toEqual([
    ['b', 0.7],
    ['a', 0.9],
    ['c', 1],
  ]);
  expect(bars[0]?.text).toBe('B 70 0.7');
  expect(paretoBars(items, 0, () => '').map(({ share }) => share)).toEqual([0, 0, 0]);
});

test('steps_of_a_heat_map_are_fifths_of_the_maximum', () => {
  expect([1, 20, 21, 40, 80, 81, 100].map((value) => heatStep(value, 100))).toEqual([0, 0, 1, 1, 3, 4, 4]);
});

test('arrow_keys_stay_within_a_list', () => {
  const move = alongList(2);
  expect([move(null, 'ArrowRight'), move(0, 'ArrowRight'), move(1, 'ArrowRight')]).toEqual([0, 1, 1]);
  expect([move(null, 'ArrowLeft'), move(0, 'ArrowLeft'), move(0, 'x')]).toEqual([1, 0, null]);
  expect(alongList(0)(null, 'ArrowRight')).toBeNull();
});
