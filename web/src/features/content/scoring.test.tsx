import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { useOffline } from '@/lib/offline';
import { aDocument, aListedPack, aScore, aVersion } from '@/testing/documents';
import { http, ok, problem } from '@/testing/http';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import DocumentPage from './detail-page';
import type { Score } from './use-scoring';

const screens = (
  <Routes>
    <Route path="content-generator/:id" element={<DocumentPage />} />
  </Routes>
);

/** What the next check finds. */
let found: Partial<Score>;
let sent: unknown[];

beforeEach(() => {
  localStorage.clear();
  signIn();
  found = {};
  server.use(
    http.get('/api/websites', () => ok({ websites: [] })),
    http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs: [] })),
    http.get('/api/payout-data/places', () => ok({ places: [], total: 0, nextCursor: null, attribution: [] }) as never),
    http.get('/api/documents/:id/questions', () => ok({ questions: [] })),
    http.get('/api/documents/:id', () => ok({ document: aDocument(), version: aVersion() })),
    http.get('/api/runs/:id/result', ({ params }) =>
      ok({ run: aRun({ id: String(params.id) }), result: aScore(found) as never }),
    ),
  );
  let number = 0;
  sent = recordCalls('post', '/api/documents/:id/score', () => {
    number += 1;
    return ok({
      version: 1,
      run: aRun({ id: `s${number}`, status: 'succeeded', engineId: 'content', action: 'score' }),
    });
  });
});

async function openDocument() {
  const view = renderAt('/content-generator/d1', screens);
  await screen.findByRole('button', { name: 'A roof repair costs $350 to $900.' });
  return view;
}

const card = () => within(screen.getByRole('region', { name: 'Score' }));

async function check() {
  await userEvent.click(card().getByRole('button', { name: 'Check the text' }));
  await card().findByRole('region', { name: 'Parts of the score' });
}

test('check_shows_each_part_with_its_points_and_what_is_missing', async () => {
  await openDocument();
  expect(card().getByText('Score 80 of 100')).toBeInTheDocument();
  await check();
  expect(sent).toEqual([{}]);
  expect(card().getByText('Score 71 of 100')).toBeInTheDocument();
  const bar = (name: string) => card().getByRole('meter', { name });
  expect(bar('Claims cited')).toHaveAttribute('aria-valuetext', '20 of 25 points');
  expect(bar('Claims cited')).toHaveAttribute('aria-valuenow', '80');
  expect(bar('Questions answered')).toHaveAttribute('aria-valuetext', '5 of 10 points');
  expect(bar('Grammar')).toHaveAttribute('aria-valuetext', '2.5 findings in 1,000 words');
  expect(bar('Grammar')).toHaveAttribute('aria-valuenow', '75');
  expect(bar('Reading ease (Flesch)')).toHaveAttribute('aria-valuetext', '64 of 100, plain English');
  expect(card().queryByRole('meter', { name: 'Information gain' })).not.toBeInTheDocument();
  expect(card().getByText('Not measured')).toBeInTheDocument();
  const missing = within(card().getByRole('list', { name: 'Missing data' }));
  expect(missing.getByText(/Add the top-ranking pages/)).toBeInTheDocument();
  await userEvent.click(card().getByText('How the score is calculated'));
  expect(card().getByText(/of the sentences name a fact/)).toBeInTheDocument();
});

test('text_of_a_regulated_trade_needs_the_review_that_its_pack_names', async () => {
  const packs = [aListedPack({ vertical: 'roofing', review: 'a licensed attorney' })];
  server.use(http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs })));
  await openDocument();
  expect(await card().findByText('Needs a review')).toBeInTheDocument();
  expect(card().getByText('a licensed attorney')).toBeInTheDocument();
  expect(card().queryByText('Ready to publish')).not.toBeInTheDocument();
  found = { passes: true, findings: [] };
  await check();
  expect(card().getByText('Needs a review')).toBeInTheDocument();
});

test('text_of_another_trade_is_ready_once_its_pack_is_known', async () => {
  server.use(http.get('/api/packs', () => problem(500, 'The packs are away')));
  const { unmount } = await openDocument();
  expect(await card().findByText('No blocking finding')).toBeInTheDocument();
  unmount();
  server.use(http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs: [aListedPack()] })));
  await openDocument();
  expect(await card().findByText('Ready to publish')).toBeInTheDocument();
});

test('questions_show_the_section_that_the_check_found', async () => {
  await openDocument();
  const questions = () => within(screen.getByRole('region', { name: 'Questions' }));
  expect(questions().getByText('Check the text to see which questions it answers.')).toBeInTheDocument();
  expect(questions().getAllByLabelText('Not checked:')).toHaveLength(2);
  await check();
  expect(questions().getByText('1 of 2')).toBeInTheDocument();
  expect(questions().getByText('Answered under “Costs”')).toBeInTheDocument();
  expect(questions().getByLabelText('Not answered:')).toBeInTheDocument();
  expect(questions().queryByText(/Check the text/)).not.toBeInTheDocument();
});

test('mechanical_fix_is_applied_and_the_text_is_scored_again', async () => {
  await openDocument();
  await check();
  const findings = within(card().getByRole('list', { name: 'Findings' }));
  expect(findings.getByText('Write: We are kind.')).toBeInTheDocument();
  expect(findings.getByText(/^Cite the fact/)).toBeInTheDocument();
  expect(findings.getAllByRole('button', { name: 'Apply fix' })).toHaveLength(1);
  found = { score: 90, findings: [] };
  await userEvent.click(findings.getByRole('button', { name: 'Apply fix' }));
  expect(await screen.findByRole('button', { name: 'We are kind.' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'We are nice.' })).not.toBeInTheDocument();
  expect(card().getByText('Of the text before your last changes.')).toBeInTheDocument();
  expect(card().queryByRole('button', { name: 'Apply fix' })).not.toBeInTheDocument();
  expect(sent).toHaveLength(1);
  await waitFor(() => expect(sent).toHaveLength(2), { timeout: 4_000 });
  expect(JSON.stringify(sent[1])).toContain('"We are kind."');
  expect(await card().findByText('Score 90 of 100')).toBeInTheDocument();
  expect(card().getByText('With your unsaved edits.')).toBeInTheDocument();
});

test('empty_replacement_removes_the_sentence', async () => {
  found = { findings: [{ ...aScore().findings[0], replacement: '' } as Score['findings'][number]] };
  await openDocument();
  await check();
  await userEvent.click(card().getByRole('button', { name: 'Remove the sentence' }));
  expect(screen.queryByRole('button', { name: 'We are nice.' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Asphalt shingles last 20 years.' })).toBeInTheDocument();
});

test('edits_before_the_first_check_are_not_sent', async () => {
  await openDocument();
  await userEvent.dblClick(screen.getByRole('button', { name: 'We are nice.' }));
  await userEvent.type(await screen.findByLabelText('Text of the sentence'), ' Always.{Enter}');
  expect(card().getByText('Of version 1, without your unsaved edits.')).toBeInTheDocument();
  await new Promise((done) => setTimeout(done, 1_800));
  expect(sent).toEqual([]);
});

test('failed_check_shows_the_reason_and_keeps_the_known_score', async () => {
  server.use(
    http.post('/api/documents/:id/score', () =>
      problem(422, 'Refused', [{ pointer: '/query', detail: 'The document has no query. Set it first.' }]),
    ),
  );
  await openDocument();
  await userEvent.click(card().getByRole('button', { name: 'Check the text' }));
  expect(await card().findByRole('alert')).toHaveTextContent('The document has no query. Set it first.');
  expect(card().getByText('Score 80 of 100')).toBeInTheDocument();
});

test('score_of_a_composing_run_is_shown_without_a_check', async () => {
  server.use(
    http.get('/api/documents/:id', () => ok({ document: aDocument(), version: aVersion({ runId: 'c1' }) })),
    http.get('/api/runs/c1/result', () =>
      ok({ run: aRun({ id: 'c1' }), result: { score: aScore({ score: 66 }) } as never }),
    ),
  );
  await openDocument();
  expect(await card().findByText('Score 66 of 100')).toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: 'Questions' })).getByText('1 of 2')).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('offline_reader_cannot_check', async () => {
  await openDocument();
  expect(card().getByRole('button', { name: 'Check the text' })).toBeEnabled();
  useOffline.setState({ cutOff: true });
  await waitFor(() => expect(card().getByRole('button', { name: 'Check the text' })).toBeDisabled());
  useOffline.setState({ cutOff: false });
});

test('viewer_sees_the_score_and_learns_why_it_cannot_be_checked', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  await openDocument();
  const button = card().getByRole('button', { name: 'Check the text' });
  await waitFor(() => expect(button).toBeDisabled());
  expect(button).toHaveAttribute('title', expect.stringContaining('Viewers cannot change documents'));
  expect(card().getByText('Score 80 of 100')).toBeInTheDocument();
});
