import { expect, it } from 'vitest';
import { passwordStrength } from './password';

it.each([
  ['', 0],
  ['short', 1],
  ['aaaaaaaaaaaa', 1],
  ['lettersonly', 2],
  ['lettersand1A', 4],
  ['correct horse battery', 4],
])('%j scores %i', (password, score) => expect(passwordStrength(password).score).toBe(score));
