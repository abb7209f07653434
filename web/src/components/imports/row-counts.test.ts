import { expect, test } from 'vitest';
import { importedText, previewedText } from './row-counts';

test('imported_rows_are_shown_with_the_rows_left_out', () => {
  expect(importedText({ rows: 3, rejected: 8 })).toBe('3 of 11 rows imported, 8 left out');
  expect(importedText({ rows: 1, rejected: 0 })).toBe('1 row imported');
});

test('preview_shows_both_counts_when_they_are_known', () => {
  expect(previewedText({ rows: 11, accepted: 3, rejected: 8 })).toBe('11 rows, 3 to import, 8 left out');
  expect(previewedText({ rows: 11, accepted: 11, rejected: 0 })).toBe('11 rows');
  expect(previewedText({ rows: 11, accepted: null, rejected: null })).toBe('11 rows');
  expect(previewedText({ rows: null, accepted: null, rejected: null })).toBe('rows are counted during the import');
});
