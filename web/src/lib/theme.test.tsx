import { expect, it } from 'vitest';
import { followMode, useTheme } from './theme';

it('mode_of_the_account_is_taken_and_other_values_change_nothing', () => {
  useTheme.setState({ mode: 'dark' });
  followMode({ theme: 'light' });
  expect(useTheme.getState().mode).toBe('light');
  for (const preferences of [undefined, {}, { theme: 'pink' }, { theme: { mode: 'dark' } }]) followMode(preferences);
  expect(useTheme.getState().mode).toBe('light');
});
