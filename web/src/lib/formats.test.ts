import { afterEach, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatMoney, formatNumber, formatPercent } from './format';
import { FIRST_FORMATS, followFormats, preferredFormats } from './formats';

afterEach(() => followFormats(undefined));

it.each([
  ['1,234.5', '1,234,567.8', '$99.56', '-1.5%'],
  ['1.234,5', '1.234.567,8', '$99,56', '-1,5%'],
  ['1 234,5', '1\u202f234\u202f567,8', '$99,56', '-1,5%'],
  ['1’234.5', '1’234’567.8', '$99.56', '-1.5%'],
])('%s: marks in numbers, money and percentages', (numbers, big, money, percent) => {
  followFormats({ formats: { numbers } });
  expect([formatNumber(1_234_567.8), formatPercent(-0.015)]).toEqual([big, percent]);
  expect(formatMoney(9_956)).toBe(money);
});

it.each([
  ['Nov 5, 2026, 3:04 PM', 'Nov 5, 2026', 'Nov 5, 2026, 3:04 PM'],
  ['5 Nov 2026, 15:04', '5 Nov 2026', '5 Nov 2026, 15:04'],
  ['2026-11-05 15:04', '2026-11-05', '2026-11-05 15:04'],
])('%s: days and times', (dates, day, time) => {
  followFormats({ formats: { dates, timeZone: 'UTC' } });
  const plain = (text: string) => text.replaceAll('\u202f', ' ');
  expect(plain(formatDate('2026-11-05T15:04:00Z'))).toBe(day);
  expect(plain(formatDateTime('2026-11-05T15:04:00Z'))).toBe(time);
});

it('times_use_the_chosen_zone_and_days_are_unchanged', () => {
  followFormats({ formats: { dates: '2026-11-05 15:04', timeZone: 'Pacific/Auckland' } });
  expect(formatDateTime('2026-11-05T15:04:00Z')).toBe('2026-11-06 04:04');
  expect(formatDate('2026-11-05T15:04:00Z')).toBe('2026-11-06');
  expect(formatDate('2026-11-05')).toBe('2026-11-05');
});

it.each([
  undefined,
  {},
  { formats: null },
  { formats: 'x' },
  { formats: { numbers: 5, dates: 'toString', timeZone: 'Mars/Olympus' } },
])('what is not understood (%j) is as everybody begins', (preferences) => {
  expect(preferredFormats(preferences)).toEqual(FIRST_FORMATS);
});
