import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { OfferedQuestion } from '@/api/documents';
import { aDocument, aVersion } from '@/testing/documents';
import { http, ok, problem } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import DocumentPage from './detail-page';

const screens = (
  <Routes>
    <Route path="content-generator/:id" element={<DocumentPage />} />
  </Routes>
);

const asked = (question: string, change: Partial<OfferedQuestion> = {}): OfferedQuestion => ({
  question,
  source: 'people_also_ask',
  query: 'roof repair',
  origin: 'serper',
  count: 3,
  seenAt: '2026-11-20T10:00:00Z',
  ...change,
});
const own = asked('tulsa roof cost', { source: 'own_query', query: null, origin: 'search_console', count: 1_200 });

let offered: OfferedQuestion[];
let stored: ReturnType<typeof aDocument>;

beforeEach(() => {
  signIn();
  offered = [asked('Is a permit needed?'), own];
  stored = aDocument();
  server.use(
    http.get('/api/websites', () => ok({ websites: [] })),
    http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs: [] })),
    http.get('/api/payout-data/places', () => ok({ places: [], total: 0, nextCursor: null, attribution: [] }) as never),
    http.get('/api/documents/:id', () => ok({ document: stored, version: aVersion() })),
    http.get('/api/documents/:id/questions', () => ok({ questions: offered })),
  );
});

async function panel() {
  renderAt('/content-generator/d1?view=brief', screens);
  return within(await screen.findByRole('region', { name: 'Questions that people ask' }));
}

test('offered_question_has_its_source_and_is_added_with_a_click', async () => {
  const people = await panel();
  expect(await people.findByText('Is a permit needed?')).toBeInTheDocument();
  expect(
    people.getByText(/People also ask for “roof repair”: 3 checks \(Serper\), until Nov 20, 2026/),
  ).toBeInTheDocument();
  expect(people.getByText(/Own query: 1,200 impressions \(Google Search Console\)/)).toBeInTheDocument();
  const sent = recordCalls('patch', '/api/documents/:id', () => {
    const questions = [...(stored.brief.questions ?? []), 'Is a permit needed?'];
    stored = aDocument({ revision: 4, brief: { ...stored.brief, questions } });
    return ok({ document: stored, version: aVersion() });
  });
  await userEvent.click(people.getByRole('button', { name: 'Add question Is a permit needed?' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    revision: 3,
    brief: { questions: ['What does a roof repair cost?', 'Do you offer financing?', 'Is a permit needed?'] },
  });
  const listed = within(screen.getByRole('region', { name: 'Questions' }));
  expect(await listed.findByText('Is a permit needed?')).toBeInTheDocument();
  await waitFor(() => expect(people.queryByText('Is a permit needed?')).not.toBeInTheDocument());
});

test('questions_of_the_brief_are_not_offered_and_the_rest_on_demand', async () => {
  offered = ['what does a roof repair cost?', 'A?', 'B?', 'C?', 'D?', 'E?', 'F?'].map((question) => asked(question));
  const people = await panel();
  expect(await people.findByText('A?')).toBeInTheDocument();
  expect(people.queryByText('what does a roof repair cost?')).not.toBeInTheDocument();
  expect(people.queryByText('F?')).not.toBeInTheDocument();
  await userEvent.click(people.getByRole('button', { name: 'Show all 6' }));
  expect(people.getByText('F?')).toBeInTheDocument();
});

test('without_known_questions_the_brief_says_where_they_come_from', async () => {
  offered = [];
  const people = await panel();
  expect(await people.findByText(/No questions are known\. Track the rank/)).toBeInTheDocument();
});

test('failed_questions_can_be_loaded_again', async () => {
  server.use(http.get('/api/documents/:id/questions', () => problem(500, 'Out of order')));
  const people = await panel();
  expect(await people.findByText('Failed to load the questions.')).toBeInTheDocument();
  server.use(http.get('/api/documents/:id/questions', () => ok({ questions: offered })));
  await userEvent.click(people.getByRole('button', { name: 'Try again' }));
  expect(await people.findByText('Is a permit needed?')).toBeInTheDocument();
});

test('viewer_cannot_add_questions', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  const people = await panel();
  const add = await people.findByRole('button', { name: 'Add question Is a permit needed?' });
  expect(add).toBeDisabled();
  expect(add).toHaveAttribute('title', expect.stringContaining('Viewers cannot change documents'));
});
