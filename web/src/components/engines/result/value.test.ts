import { expect, test } from 'vitest';
import { formatProbability, formatValue } from './value';

test('machine_words_are_shown_as_words', () => {
  expect(formatValue('kind', 'two_sided')).toBe('two sided');
  expect(formatValue('valueBasis', 'leadValue')).toBe('lead value');
  expect(formatValue('query', 'eBayShop')).toBe('eBayShop');
  expect(formatValue('query', 'checkPoint')).toBe('checkPoint');
  expect(formatValue('device', 'iPhone')).toBe('iPhone');
  expect(formatValue('url', 'https://a.example/my_page')).toBe('https://a.example/my_page');
});

test('probability_is_never_shown_as_zero', () => {
  expect(formatValue('p', 0.0009)).toBe('< 0.001');
  expect(formatValue('p', 0.0312)).toBe('0.031');
  expect(formatValue('pAdjusted', 1)).toBe('1.000');
  expect(formatProbability(null)).toBe('—');
  expect(formatValue('effect', 0)).toBe('0');
});
