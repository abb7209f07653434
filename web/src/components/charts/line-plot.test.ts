import { expect, test } from 'vitest';
import { plotOf, readout } from './line-plot';

const xs = [0, 1, 2, 3];
const line = { name: 'Clicks', values: [1, null, 3, 4], tone: 1 as const };
const band = { name: '80 %', low: [null, 1, 2, null], high: [null, 3, 4, 5], tone: 2 as const };
const plot = plotOf({ xs, lines: [line], bands: [band], spots: [], zero: true, width: 400, height: 200 });

test('the picture holds all figures and the zero line', () => {
  expect(plot.yTicks).toEqual([0, 2, 4, 6]);
  // A text in the middle of 110 pixels would run into the last one, which ends at its place.
  expect(plot.xTicks).toEqual([0, 3]);
});

test('places are named the same way apart, and never one over the other', () => {
  const ticks = (places: number[], width = 1000) =>
    plotOf({ xs: places, lines: [], bands: [], spots: [], zero: true, width, height: 200 }).xTicks;
  expect(ticks(Array.from({ length: 12 }, (_, month) => month))).toEqual([0, 3, 6, 9, 11]);
  // Ninety days: the distance to the last text is that between the others, or nearly.
  expect(
    ticks(
      Array.from({ length: 90 }, (_, day) => day),
      1332,
    ),
  ).toEqual([0, 11, 22, 33, 44, 55, 66, 77, 89]);
  expect(ticks([0, 45, 98, 99, 100])).toEqual([0, 1, 4]);
  expect(ticks([0, 1, 100])).toEqual([0, 2]);
  expect(ticks([7])).toEqual([0]);
  expect(ticks([])).toEqual([]);
});

test('a place is read out with all that is known there', () => {
  const parts = { xText: (at: number) => `day ${at}`, yText: String, lines: [line], bands: [band] };
  expect(readout(parts, 2)).toBe('day 2: Clicks 3; 80 % 2 to 4');
  expect(readout({ ...parts, marks: [{ at: 1, text: 'change', tone: 4 as const }] }, 1)).toBe(
    'day 1: 80 % 1 to 3; change',
  );
  expect(readout({ ...parts, bands: [] }, 1)).toBe('day 1: no data');
});
