import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { DocumentWriter } from '@/api/documents';
import { aDocument, aVersion } from '@/testing/documents';
import { http, ok, problem } from '@/testing/http';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import DocumentPage from './detail-page';

const WRITER: DocumentWriter = {
  id: 'c1',
  name: 'Own key',
  provider: 'openai',
  providerName: 'OpenAI',
  status: 'connected',
  models: ['gpt-small'],
  aiMode: false,
};
const SENTENCE = { scope: 'sentence', sentence: { block: 1, sentence: 0 } };

let estimated: unknown[];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signIn();
  server.use(
    http.get('/api/websites', () => ok({ websites: [] })),
    http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs: [] })),
    http.get('/api/payout-data/places', () => ok({ places: [], total: 0, nextCursor: null, attribution: [] }) as never),
    http.get('/api/documents/writers', () => ok({ connections: [WRITER] })),
    http.get('/api/documents/:id/questions', () => ok({ questions: [] })),
    http.get('/api/documents/:id', () => ok({ document: aDocument(), version: aVersion() })),
    http.get('/api/runs/r7', () => ok({ run: aRun({ id: 'r7', kind: 'document_draft', status: 'running' }) })),
  );
  estimated = recordCalls('post', '/api/documents/:id/draft/estimate', () =>
    ok({ sections: 0, micros: 12_000, mostMicros: 24_000, missingPrice: null }),
  );
});

async function openDocument() {
  renderAt(
    '/content-generator/d1',
    <Routes>
      <Route path="content-generator/:id" element={<DocumentPage />} />
    </Routes>,
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Write with a model' })).toBeEnabled());
}

/** Opens the panel of a sentence and asks for another wording. */
async function rewrite(name: string) {
  screen.getByRole('button', { name }).focus();
  await userEvent.click(await screen.findByRole('button', { name: 'Rewrite with a model' }));
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('sentence_is_rewritten_by_its_place_within_its_own_cap', async () => {
  await openDocument();
  await rewrite('A roof repair costs $350 to $900.');
  const asked = await dialog('Rewrite the sentence with a model');
  expect(await asked.findByText('At most $0.02; $0.03 if it is written twice')).toBeInTheDocument();
  expect(estimated).toEqual([{ connectionId: 'c1', model: 'gpt-small', ...SENTENCE }]);
  const sent = recordCalls('post', '/api/documents/:id/draft', () =>
    HttpResponse.json(
      { success: true, run: aRun({ id: 'r7', kind: 'document_draft', status: 'queued' }) },
      { status: 202 },
    ),
  );
  await userEvent.click(asked.getByRole('button', { name: 'Start' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { baseVersion: 1, connectionId: 'c1', model: 'gpt-small', ...SENTENCE, budgetMicros: 30_000 },
    ]),
  );
  expect(await screen.findByRole('region', { name: 'Text that is being written' })).toBeInTheDocument();
});

test('model_and_prices_of_the_last_part_are_offered_again', async () => {
  const large = { connectionId: 'c1', model: 'own-7b', input: '0.5', output: '1.5' };
  sessionStorage.setItem('motherlode.document-model', JSON.stringify(large));
  await openDocument();
  await rewrite('A roof repair costs $350 to $900.');
  const asked = await dialog('Rewrite the sentence with a model');
  expect(await asked.findByLabelText('Model')).toHaveValue('own-7b');
  await asked.findByText(/^At most/);
  const sent = recordCalls('post', '/api/documents/:id/draft', () => problem(422, 'Refused'));
  await userEvent.clear(asked.getByLabelText('Model'));
  await userEvent.type(asked.getByLabelText('Model'), 'gpt-small');
  await waitFor(() => expect(asked.getByRole('button', { name: 'Start' })).toBeEnabled());
  await userEvent.click(asked.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sessionStorage.getItem('motherlode.document-model')).toContain('gpt-small');
});

test('section_is_rewritten_by_its_range', async () => {
  await openDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Rewrite section Costs with a model' }));
  const asked = await dialog('Rewrite the section with a model');
  await asked.findByText(/^At most/);
  expect(estimated).toEqual([{ connectionId: 'c1', model: 'gpt-small', scope: 'section', blocks: { from: 0, to: 2 } }]);
});

test('sentence_without_a_fact_is_not_offered', async () => {
  await openDocument();
  screen.getByRole('button', { name: 'We are nice.' }).focus();
  const panel = within(await screen.findByTestId('facts'));
  expect(panel.queryByRole('button', { name: 'Rewrite with a model' })).not.toBeInTheDocument();
});

test('unsaved_text_is_saved_first_so_that_the_part_is_found', async () => {
  await openDocument();
  await userEvent.dblClick(screen.getByRole('button', { name: 'We are nice.' }));
  await userEvent.type(await screen.findByLabelText('Text of the sentence'), ' Always.{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'We are nice. Always.' })).toHaveFocus());
  const refused = recordCalls('post', '/api/documents/:id/versions', () => problem(500, 'Out of order'));
  await rewrite('A roof repair costs $350 to $900.');
  await waitFor(() => expect(refused).toHaveLength(1));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  const saved = aVersion({ number: 2 });
  const sent = recordCalls('post', '/api/documents/:id/versions', () => {
    server.use(http.get('/api/documents/:id', () => ok({ document: aDocument({ version: 2 }), version: saved })));
    return ok({ isNew: true, version: saved });
  });
  await rewrite('A roof repair costs $350 to $900.');
  await dialog('Rewrite the sentence with a model');
  expect(sent).toEqual([expect.objectContaining({ baseVersion: 1 })]);
});
