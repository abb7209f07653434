import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DocumentDiff, SentenceDiff } from '@/api/documents';
import { DiffView } from './diff-dialog';

type Change = SentenceDiff['change'];
type BlockDiff = DocumentDiff['blocks'][number];

const one = (text: string, change: Change = 'same'): SentenceDiff => ({
  change,
  before: change === 'added' ? null : text,
  after: change === 'removed' ? null : text,
  spans: [{ change, text }],
  factsAdded: [],
  factsRemoved: [],
});

const changed = (removed: string, added: string): SentenceDiff => ({
  ...one(added),
  change: 'changed',
  before: removed,
  spans: [
    { change: 'removed', text: removed },
    { change: 'added', text: added },
  ],
});

const block = (change: Partial<BlockDiff>): BlockDiff => ({
  change: 'same',
  before: 0,
  after: 0,
  kind: 'paragraph',
  previousKind: null,
  level: 0,
  previousLevel: null,
  label: null,
  sentences: [],
  header: [],
  rows: [],
  ...change,
});

const diff = (blocks: BlockDiff[]): DocumentDiff => ({
  title: one('Roofs'),
  description: one('All about roofs.'),
  blocks,
  links: [],
  added: 1,
  removed: 1,
  changed: 2,
});

test('steps_are_numbered_with_their_changed_labels', () => {
  const step = (label: SentenceDiff | null, text: string) => block({ kind: 'step', label, sentences: [one(text)] });
  render(<DiffView diff={diff([step(changed('Safety.', 'Water.'), 'Shut it off.'), step(null, 'Dry the floor.')])} />);
  const list = screen.getByRole('list');
  expect(list.tagName).toBe('OL');
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('Safety.').tagName).toBe('DEL');
  expect(screen.getByText('Water.').tagName).toBe('INS');
  expect(screen.getByText('Water.').closest('strong')).not.toBeNull();
  expect(screen.getByText('Shut it off.').closest('del, ins')).toBeNull();
});

test('table_shows_changed_cells_and_names_added_and_removed_rows', () => {
  const cell = (...sentences: SentenceDiff[]) => ({ sentences });
  const table = block({
    kind: 'table',
    header: [one('Work'), changed('Cost', 'Price')],
    rows: [
      { change: 'changed', cells: [cell(one('Leak')), cell(changed('$350', '$400'))] },
      { change: 'removed', cells: [cell(one('Gutters', 'removed')), cell()] },
      { change: 'added', cells: [cell(one('Caps', 'added')), cell(one('$700', 'added'))] },
    ],
  });
  render(<DiffView diff={diff([table])} />);
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim());
  expect(headers).toEqual(['Work', 'CostPrice', 'Change']);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim())).toEqual([
    'Leak $350$400',
    'Gutters Removed',
    'Caps $700 Added',
  ]);
  expect(within(rows[0] as HTMLElement).getByText('$350').tagName).toBe('DEL');
  expect(within(rows[2] as HTMLElement).getByText('Caps').tagName).toBe('INS');
});

test('table_without_whole_rows_that_changed_has_no_column_for_it', () => {
  const rows = [{ change: 'same' as const, cells: [{ sentences: [one('Leak')] }] }];
  render(<DiffView diff={diff([block({ kind: 'table', header: [one('Work')], rows })])} />);
  expect(screen.getAllByRole('columnheader')).toHaveLength(1);
});

test('block_of_another_kind_says_what_it_was', () => {
  render(<DiffView diff={diff([block({ previousKind: 'item', sentences: [one('Call us.')] })])} />);
  expect(screen.getByText('(was a list item)')).toBeInTheDocument();
});
