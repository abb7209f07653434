import { expect, it } from 'vitest';
import { namesSoftware } from './shared-report.mjs';

it('finds_the_name_of_the_software_as_a_word', () => {
  expect(namesSoftware('<title>Motherlode</title>')).toBe(true);
  expect(namesSoftware('localStorage.getItem("motherlode.theme")')).toBe(false);
});
