import { expect, test } from 'vitest';
import { FINDER_DEFAULTS, hiddenColumns, hideText, toFilter } from './finder-state';

test('invalid_parameters_of_the_address_are_not_sent', () => {
  const state = { ...FINDER_DEFAULTS, sort: 'password', order: 'up', min: '-4', q: '  ' };
  expect(toFilter(state, 'w1')).toEqual({ websiteId: 'w1', sort: 'value', order: 'desc' });
});

test('all columns shown is a state of its own', () => {
  expect(hideText([])).toBe('none');
  expect(hiddenColumns({ ...FINDER_DEFAULTS, hide: 'none' }, ['source'])).toEqual([]);
  expect(hiddenColumns({ ...FINDER_DEFAULTS, hide: 'cpc' }, ['source'])).toEqual(['cpc']);
  expect(hiddenColumns(FINDER_DEFAULTS, ['source'])).toEqual(['source']);
});
