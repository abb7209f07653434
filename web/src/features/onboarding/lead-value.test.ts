import { expect, it } from 'vitest';
import { centsOf } from './lead-value';

it.each([
  ['', null],
  ['  ', null],
  ['120', 12_000],
  ['$1,200.50', 120_050],
  ['0', undefined],
  ['-5', undefined],
  ['a lot', undefined],
  ['1.234', undefined],
])('%j is %j cents', (text, cents) => expect(centsOf(text)).toBe(cents));
