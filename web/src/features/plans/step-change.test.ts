import { expect, test } from 'vitest';
import { changedLines } from './step-change';

test('step_fields_are_shown_in_words_without_brackets_empty_fields_and_ids', () => {
  const lines = [
    '{',
    '  "website": "01a200c1-87fc-7599-97dc-d9382e8514bf",',
    '  "day": "2026-11-22",',
    '  "change": "google_update",',
    '  "title": "Moved",',
    '  "detail": "",',
    '  "pages": [],',
    '  "days": 28',
    '}',
  ];
  expect(changedLines(lines)).toEqual([
    { name: 'Day', value: 'Nov 22, 2026' },
    { name: 'Change', value: 'google update' },
    { name: 'Title', value: 'Moved' },
    { name: 'Days', value: '28' },
  ]);
});

test('text_without_fields_is_shown_unchanged', () => {
  expect(changedLines(['<title>Old</title>', '"pages": [', '  "/a",', ']'])).toEqual([
    { name: null, value: '<title>Old</title>' },
    { name: 'Pages', value: '' },
    { name: null, value: '/a' },
  ]);
});
