import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCompact,
  formatDuration,
  formatFixed,
  formatMicros,
  formatMoney,
  formatMoneyRange,
  formatMonth,
  formatNumber,
  formatPercent,
  formatPosition,
  formatRank,
  formatRelative,
  formatUnitPrice,
  plural,
} from './format';

describe('numbers', () => {
  it('shows nothing known as a dash, and zero as zero', () => {
    for (const format of [formatNumber, formatCompact, formatPercent, formatMoney, formatPosition, formatDuration]) {
      expect(format(null)).toBe('—');
      expect(format(undefined)).toBe('—');
      expect(format(Number.NaN)).toBe('—');
    }
    expect([formatNumber(0), formatCompact(0), formatPercent(0), formatMoney(0)]).toEqual(['0', '0', '0%', '$0']);
  });

  it('shortens beyond a thousand, a million and a billion', () => {
    expect([999, 1_200, 3_450_000, 1_500_000_000].map(formatCompact)).toEqual(['999', '1.2K', '3.5M', '1.5B']);
  });

  it('keeps every millionth of a dollar below a cent', () => {
    expect([0, 60, 2_000, 10_000, 2_500_000, 123_456_789_000, null].map(formatMicros)).toEqual([
      '$0.00',
      '$0.00006',
      '$0.002',
      '$0.01',
      '$2.50',
      '$123,456.79',
      '—',
    ]);
  });

  it('gives prices of a unit all their decimals', () => {
    expect([0, 100, 15_000, 2_500_000, null].map(formatUnitPrice)).toEqual([
      '$0.00',
      '$0.0001',
      '$0.015',
      '$2.50',
      '—',
    ]);
  });

  it('gives cents their currency', () => {
    expect([1_999, 200_000, -550].map((cents) => formatMoney(cents))).toEqual(['$19.99', '$2,000', '-$5.50']);
    expect(formatMoney(123_450_000, 'EUR', { compact: true })).toBe('€1.2M');
    expect([1_500_000, 1_730_000, 80_000_000].map((cents) => formatMoney(cents, 'USD', { compact: true }))).toEqual([
      '$15.0K',
      '$17.3K',
      '$800K',
    ]);
    expect([4_660, 25_630, 550].map((cents) => formatMoney(cents, 'USD', { compact: true }))).toEqual([
      '$47',
      '$256',
      '$5.50',
    ]);
    expect(formatMoneyRange({ lowCents: 12_000, highCents: 480_000, currency: 'USD' })).toBe('$120 – $4.8K');
    expect(formatMoneyRange(null)).toBe('—');
  });

  it('a_position_is_rounded_like_the_texts_of_the_server', () => {
    expect([8.95, 5.25, 5.75, 0.5, 8.45].map(formatPosition)).toEqual(['8.9', '5.2', '5.8', '0.5', '8.4']);
  });

  it('rank_of_a_single_check_has_no_decimals_of_an_average', () => {
    expect([4, 100.5, null].map(formatRank)).toEqual(['4', '>100', '—']);
  });

  it('unranked_position_is_shown_as_over_100', () => {
    expect([1, 6.44, 100, 100.1].map(formatPosition)).toEqual(['1.0', '6.4', '100.0', '>100']);
  });

  it('names sizes, durations and counts', () => {
    expect([0, 1_023, 1_536, 524_288_000].map(formatBytes)).toEqual(['0 B', '1,023 B', '1.5 KB', '500 MB']);
    expect([340, 2_440, 185_000].map(formatDuration)).toEqual(['340 ms', '2.4 s', '3 min 5 s']);
    expect([plural(1, 'row'), plural(2, 'row'), plural(0, 'query', 'queries')]).toEqual([
      '1 row',
      '2 rows',
      '0 queries',
    ]);
  });
});

describe('times', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  it.each([
    ['2026-03-01T11:59:40Z', 'just now'],
    ['2026-03-01T11:58:00Z', '2 minutes ago'],
    ['2026-03-01T09:00:00Z', '3 hours ago'],
    ['2026-02-27T12:00:00Z', '2 days ago'],
    ['2026-03-04T12:00:00Z', 'in 3 days'],
    ['not a time', '—'],
  ])('%s is %s', (at, text) => expect(formatRelative(at, now)).toBe(text));
});

it('aligned numbers have the same decimals, with the marks of the reader', () => {
  expect([formatFixed(12, 1), formatFixed(3.14, 1), formatFixed(1234.5, 2)]).toEqual(['12.0', '3.1', '1,234.50']);
  expect(formatFixed(null, 1)).toBe('—');
});

it('months_are_written_in_words', () => {
  expect(formatMonth('2026-11')).toBe('Nov 2026');
  expect(formatMonth('soon')).toBe('soon');
});
