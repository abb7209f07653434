import { expect, test } from 'vitest';
import { layered } from './layered';

test('layers_place_causes_before_effects', () => {
  const nodes = layered(
    [
      ['links', 'rank'],
      ['rank', 'clicks'],
      ['links', 'clicks'],
    ],
    [['clicks', 'season']],
  );
  const layer = (name: string) => nodes.find((node) => node.name === name)?.layer;
  expect([layer('links'), layer('rank'), layer('clicks'), layer('season')]).toEqual([0, 1, 2, 0]);
  expect(new Set(nodes.map((node) => `${node.layer} ${node.row}`)).size).toBe(4);
});

test('a circle comes to an end', () => {
  expect(
    layered(
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      [],
    ),
  ).toHaveLength(2);
});
