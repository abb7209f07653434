import { expect, it } from 'vitest';
import { periodWords } from './period-words';

it.each([
  ['2026-11-28', '2026-11-28', 'Nov 28, 2026'],
  ['2026-11-01', '2026-11-28', 'Nov 1, 2026 to Nov 28, 2026'],
  [null, '2026-11-28', 'Unknown period'],
  [undefined, undefined, 'Unknown period'],
])('writes %s to %s as %s', (first, last, words) => {
  expect(periodWords(first, last)).toBe(words);
});
