import { expect, test } from 'vitest';
import { agrees, dense, lastDays } from './daily';

const daily = dense([
  { t: '2026-02-27', v: 3 },
  { t: '2026-03-01', v: 5 },
]);

test('days that were not measured stay unknown', () => {
  expect(daily).toEqual({ days: ['2026-02-27', '2026-02-28', '2026-03-01'], values: [3, null, 5] });
});

test('the last days may reach further back than what is known', () => {
  expect(lastDays(daily, 4)).toEqual({
    days: ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'],
    values: [null, 3, null, 5],
  });
});

test('only figures that were measured are laid on days', () => {
  expect(agrees([3, 9, 5], daily)).toBe(true);
  expect(agrees([3, 9, 6], daily)).toBe(false);
  expect(agrees([null, 9, null], daily)).toBe(false);
});
