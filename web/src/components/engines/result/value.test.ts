import { expect, test } from 'vitest';
import { formatValue } from './value';

test('words of machines are told as words', () => {
  expect(formatValue('kind', 'two_sided')).toBe('two sided');
  expect(formatValue('url', 'https://a.example/my_page')).toBe('https://a.example/my_page');
});

test('a probability of chance is never told as nothing', () => {
  expect(formatValue('p', 0)).toBe('< 0.0001');
  expect(formatValue('p', 0.0312)).toBe('0.0312');
  expect(formatValue('effect', 0)).toBe('0');
});
