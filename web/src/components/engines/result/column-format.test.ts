import { expect, test } from 'vitest';
import { columnFormat, columnText } from './column-format';
import type { Json } from './value';

/** Cells of a column with these values. */
function cells(key: string, values: Json[]): (string | null)[] | null {
  const write = columnFormat(
    key,
    values.map((value) => ({ [key]: value })),
    'USD',
  );
  return write && values.map((value) => columnText(write, value));
}

test('numbers_of_a_column_have_the_same_decimals', () => {
  expect(cells('score', [13.6, 12, 11.87])).toEqual(['13.6', '12.0', '11.9']);
  expect(cells('position', [2, 1.8])).toEqual(['2.00', '1.80']);
  expect(cells('clicks', [1200, 7])).toEqual(['1,200', '7']);
});

test('shares_and_their_intervals_have_the_same_decimals', () => {
  expect(cells('confidence', [0.35, 0.361])).toEqual(['35.0%', '36.1%']);
  expect(cells('winChance', [{ p10: 0.014, p50: 0.12, p90: 0.297 }])).toEqual(['12.0% (1.4% to 29.7%)']);
});

test('amounts_of_a_column_are_all_whole_or_all_with_cents', () => {
  const profit = { p10Cents: -1373, p50Cents: 3460, p90Cents: 12_100 };
  expect(cells('profit', [profit])).toEqual(['$35 (-$14 to $121)']);
  expect(cells('costCents', [1999, 500])).toEqual(['$19.99', '$5.00']);
});

test('a_value_is_never_rounded_to_zero_for_the_sake_of_its_column', () => {
  expect(cells('distance', [1500.5, 0.3])).toBeNull();
  expect(cells('priceCents', [20_000, 40])).toEqual(['$200', '$0.40']);
});

test('years_probabilities_and_texts_are_left_to_their_own_format', () => {
  expect(cells('year', [2024, 2025])).toBeNull();
  expect(cells('p', [0.0009, 0.5])).toBeNull();
  expect(cells('name', ['a', 'b'])).toBeNull();
});
