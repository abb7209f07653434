import { expect, test } from 'vitest';
import { numberOf, parseCells, parseCsv } from './parse-csv';

test('quoted cells hold delimiters, quotes and line ends', () => {
  expect(parseCells('a,"b, ""c""\nd"\r\n1,2\n')).toEqual([
    ['a', 'b, "c"\nd'],
    ['1', '2'],
  ]);
});

test('the delimiter is the one of the header, and empty lines are left out', () => {
  expect(parseCsv('\uFEFFdate;clicks\n\n2026-01-01;1,5\n')).toEqual({
    header: ['date', 'clicks'],
    rows: [['2026-01-01', '1,5']],
  });
});

test('a missing figure is null, a word is none', () => {
  expect(numberOf('')).toBeNull();
  expect(numberOf('1,234')).toBe(1234);
  expect(numberOf('12.5%')).toBe(12.5);
  expect(numberOf('many')).toBeUndefined();
});
