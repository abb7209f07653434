import { expect, test } from 'vitest';
import { answeredShare, hasWords } from './coverage';
import { asMarkdown, type Draft, pathsOf, sectionAt, sentenceAt, withText } from './draft';
import { factsOfCsv } from './facts-csv';

const DRAFT: Draft = {
  title: { text: 'T' },
  description: { text: 'D' },
  blocks: [
    { kind: 'heading', level: 1, sentences: [{ text: 'One' }] },
    { kind: 'step', label: { text: 'Call.' }, sentences: [{ text: 'We answer.' }] },
    { kind: 'table', header: [{ text: 'Job' }], rows: [{ cells: [{ sentences: [{ text: 'Leak' }] }] }] },
    { kind: 'heading', level: 2, sentences: [{ text: 'Two' }] },
    { kind: 'paragraph', sentences: [{ text: 'A.' }] },
  ],
};

test('paths_include_labels_and_cells_in_reading_order', () => {
  const texts = pathsOf(DRAFT).map((path) => sentenceAt(DRAFT, path)?.text);
  expect(texts).toEqual(['T', 'D', 'One', 'Call.', 'We answer.', 'Job', 'Leak', 'Two', 'A.']);
});

test('edited_sentence_loses_the_mark_of_the_second_reading', () => {
  const read = { text: 'Plan on $350.', factIds: ['price-1'], isSecondReading: true };
  const draft: Draft = { blocks: [{ kind: 'paragraph', sentences: [read] }] };
  const edited = withText(draft, 'blocks.0.sentences.0', 'Plan on $350 or more.');
  expect(edited.blocks?.[0]?.sentences).toEqual([{ text: 'Plan on $350 or more.', factIds: ['price-1'] }]);
});

test('emptied_sentence_is_removed_with_the_block_that_it_leaves_empty', () => {
  const next = withText(DRAFT, 'blocks.4.sentences.0', ' \n ');
  expect(next.blocks).toHaveLength(4);
  expect(DRAFT.blocks).toHaveLength(5);
  expect(withText(DRAFT, 'title', '').title?.text).toBe('');
  expect(withText(DRAFT, 'blocks.2.header.0', '')).toBe(DRAFT);
});

test('edited_text_becomes_one_line', () => {
  const next = withText(DRAFT, 'blocks.2.rows.0.cells.0.sentences.0', 'Leak\nrepair ');
  expect(sentenceAt(next, 'blocks.2.rows.0.cells.0.sentences.0')?.text).toBe('Leak repair');
});

test('section_ends_before_the_next_heading_of_its_kind', () => {
  expect(sectionAt(DRAFT, 0)).toEqual({ from: 0, to: 3 });
  expect(sectionAt(DRAFT, 3)).toEqual({ from: 3, to: 5 });
});

test('markdown_has_steps_and_tables', () => {
  const text = asMarkdown(DRAFT);
  expect(text).toContain('1. **Call.** We answer.');
  expect(text).toContain('| Job |\n| --- |\n| Leak |');
});

test('covered_words_count_in_any_form', () => {
  expect(hasWords('Asphalt shingles last.', 'shingle')).toBe(true);
  expect(hasWords('Singles', 'shingle')).toBe(false);
  expect(answeredShare(['A repair costs $350.'], 'What does a repair cost?')).toBe(1);
  expect(answeredShare([], 'Why?')).toBe(0);
});

test('csv_columns_are_read_in_words_and_as_names_of_fields', () => {
  for (const header of [
    'Kind,Value,Source,Observed at,Owner supplied',
    'kind,value,source,observedAt,isOwnerSupplied',
  ]) {
    const read = factsOfCsv(`${header}\nhours,24/7,Owner,2026-11-01,yes`, []);
    expect(read).toMatchObject({ facts: [{ observedAt: '2026-11-01', isOwnerSupplied: true }] });
  }
});

test('csv_facts_replace_facts_of_the_same_id_and_name_wrong_lines', () => {
  const known = [{ id: 'price-1', kind: 'price' as const, value: 'old', source: 'x' }];
  const read = factsOfCsv('id,kind,value,source\nprice-1,price,$5,"Owner, 2026"\n,hours,24/7,Owner', known);
  expect(read).toMatchObject({ count: 2, facts: [{ value: '$5', source: 'Owner, 2026' }, { id: 'hours-1' }] });
  expect(factsOfCsv('kind,value,source\nfoo,1,2', [])).toEqual({ error: 'Line 2: "foo" is not a kind of fact.' });
  expect(factsOfCsv('kind,value\n', [])).toEqual({ error: 'The file has no column source.' });
});
