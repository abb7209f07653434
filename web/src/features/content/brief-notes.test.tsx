import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { aDocument, aScore, aVersion } from '@/testing/documents';
import { http, ok, problem } from '@/testing/http';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import DocumentPage from './detail-page';

const screens = (
  <Routes>
    <Route path="content-generator/:id" element={<DocumentPage />} />
  </Routes>
);

const FACTS = [
  { id: 'price-1', kind: 'price', value: '$350 to $900', detail: 'a repair', source: 'Price list' },
  { id: 'phone-1', kind: 'phone', value: '918-555-0134', source: 'Old flyer' },
  { id: 'phone-2', kind: 'phone', value: '918-555-0199', source: 'The owner' },
] as const;

/** The document as the server has it. */
let document_: ReturnType<typeof aDocument>;
let result: Record<string, unknown>;

beforeEach(() => {
  localStorage.clear();
  signIn();
  const { brief } = aDocument();
  document_ = aDocument({
    brief: { ...brief, facts: [...FACTS] },
    conflicts: [{ subject: '', factIds: ['phone-1', 'phone-2'], stated: null }],
  });
  result = {};
  server.use(
    http.get('/api/websites', () => ok({ websites: [] })),
    http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs: [] })),
    http.get('/api/payout-data/places', () => ok({ places: [], total: 0, nextCursor: null, attribution: [] }) as never),
    http.get('/api/documents/:id/questions', () => ok({ questions: [] })),
    http.get('/api/documents/:id', () => ok({ document: document_, version: aVersion({ runId: 'r1' }) })),
    http.get('/api/runs/:id/result', () => ok({ run: aRun({ id: 'r1' }), result: result as never })),
  );
});

async function openDocument() {
  renderAt('/content-generator/d1', screens);
  await screen.findByRole('button', { name: 'A roof repair costs $350 to $900.' });
}

const facts = () => within(screen.getByRole('region', { name: 'Facts' }));

test('contradicting_facts_are_shown_and_each_is_one_step_away', async () => {
  await openDocument();
  expect(facts().getByText('Facts contradict each other')).toBeInTheDocument();
  expect(facts().getByText(/The composed page states none of them/)).toBeInTheDocument();
  expect(facts().getAllByText('Contradicted')).toHaveLength(2);
  await userEvent.click(facts().getByRole('button', { name: 'Go to the fact 918-555-0199' }));
  const row = facts().getByRole('button', { name: 'Change 918-555-0199' }).closest('li');
  await waitFor(() => expect(row).toHaveFocus());
});

test('conflict_names_the_fact_that_the_page_states_and_ends_when_one_is_removed', async () => {
  document_ = { ...document_, conflicts: [{ subject: '', factIds: ['phone-1', 'phone-2'], stated: 'phone-2' }] };
  const sent = recordCalls('patch', '/api/documents/:id', () =>
    ok({
      document: { ...document_, conflicts: [], brief: { ...document_.brief, facts: [FACTS[0], FACTS[2]] } },
      version: aVersion({ runId: 'r1' }),
    }),
  );
  await openDocument();
  expect(facts().getByText(/The composed page states “918-555-0199”/)).toBeInTheDocument();
  await userEvent.click(facts().getByRole('button', { name: 'Remove 918-555-0134' }));
  await waitFor(() => expect(facts().queryByText('Facts contradict each other')).not.toBeInTheDocument());
  expect(sent).toEqual([{ revision: 3, brief: expect.objectContaining({ facts: [FACTS[0], FACTS[2]] }) }]);
});

test('conflict_about_a_price_says_whose_price', async () => {
  const other = { id: 'price-2', kind: 'price', value: '$400', detail: 'a repair', source: 'Website' } as const;
  document_ = {
    ...document_,
    brief: { ...document_.brief, facts: [FACTS[0], other] },
    conflicts: [{ subject: 'a repair', factIds: ['price-1', 'price-2'], stated: 'price-1' }],
  };
  await openDocument();
  expect(facts().getByText('Price of a repair:')).toBeInTheDocument();
  expect(facts().getByRole('button', { name: 'Go to the fact $400' })).toBeInTheDocument();
});

test('facts_that_the_text_leaves_out_are_counted_and_filtered', async () => {
  await openDocument();
  expect(facts().getByText(/2 facts are not in the text/)).toBeInTheDocument();
  await userEvent.click(facts().getByRole('button', { name: 'Show them' }));
  expect(facts().queryByText('In the text')).not.toBeInTheDocument();
  expect(facts().getByText('Old flyer')).toBeInTheDocument();
  // The conflict leads to its fact although the filter is on.
  await userEvent.click(facts().getByRole('button', { name: 'Show all facts' }));
  expect(facts().getByText('In the text')).toBeInTheDocument();
});

test('document_without_a_text_does_not_call_its_facts_unused', async () => {
  document_ = { ...document_, version: 0 };
  server.use(http.get('/api/documents/:id', () => ok({ document: document_, version: null })));
  renderAt('/content-generator/d1', screens);
  await screen.findByText('No text yet');
  expect(facts().queryByText(/not in the text/)).not.toBeInTheDocument();
});

test('notes_of_the_composer_lead_to_the_missing_fact', async () => {
  result = {
    score: aScore(),
    notes: ['The page states only facts'],
    unanswered: ['Do you offer financing?'],
    missingSections: ['The story of our founder'],
  };
  await openDocument();
  const notes = within(await screen.findByRole('region', { name: 'Notes of the composer' }));
  expect(notes.getByText('The story of our founder')).toBeInTheDocument();
  expect(notes.getByText('The page states only facts.')).toBeInTheDocument();
  await userEvent.click(notes.getByRole('button', { name: 'Add an answer to: Do you offer financing?' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add fact' }));
  expect(dialog.getByDisplayValue('Do you offer financing?')).toBeInTheDocument();
  expect(dialog.getByRole('combobox')).toHaveValue('question');
  expect(dialog.getByRole('option', { name: 'License' })).toHaveValue('licence');
  expect(dialog.getByRole('option', { name: 'Neighborhood' })).toHaveValue('neighbourhood');
});

test('text_without_a_composing_run_has_no_notes', async () => {
  server.use(http.get('/api/runs/:id/result', () => problem(404, 'The result was deleted')));
  await openDocument();
  expect(screen.queryByRole('region', { name: 'Notes of the composer' })).not.toBeInTheDocument();
});
