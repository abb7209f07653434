import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { DocumentWriter } from '@/api/documents';
import { runQueries } from '@/api/runs';
import type { Run, RunTextEvent } from '@/api/types';
import { emitLiveEvent } from '@/lib/live/events';
import { useOffline } from '@/lib/offline';
import { aDocument, aVersion } from '@/testing/documents';
import { http, ok, problem } from '@/testing/http';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import DocumentPage from './detail-page';

const OWN: DocumentWriter = {
  id: 'c1',
  name: 'Own key',
  provider: 'openai',
  providerName: 'OpenAI',
  status: 'connected',
  models: ['gpt-small', 'gpt-large'],
  aiMode: false,
};
const LOCAL: DocumentWriter = { ...OWN, id: 'c2', name: 'Cellar', models: ['llama'] };

const running = aRun({
  id: 'r7',
  kind: 'document_draft',
  engineId: null,
  action: null,
  status: 'running',
  finishedAt: null,
  progress: { percent: 5, stage: 'write', message: 'Writing “Costs”' },
});

/** What the server has at the moment. */
let stored: { document: ReturnType<typeof aDocument>; version: ReturnType<typeof aVersion>; run: Run };

beforeEach(() => {
  sessionStorage.clear();
  signIn();
  stored = { document: aDocument(), version: aVersion(), run: running };
  server.use(
    http.get('/api/websites', () => ok({ websites: [] })),
    http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs: [] })),
    http.get('/api/payout-data/places', () => ok({ places: [], total: 0, nextCursor: null, attribution: [] }) as never),
    http.get('/api/documents/writers', () => ok({ connections: [OWN, LOCAL] })),
    http.get('/api/documents/:id/questions', () => ok({ questions: [] })),
    http.get('/api/documents/:id', () => ok({ document: stored.document, version: stored.version })),
    http.get('/api/runs/r7', () => ok({ run: stored.run })),
    http.post('/api/documents/:id/draft/estimate', () =>
      ok({ sections: 9, micros: 112_001, mostMicros: 204_500, missingPrice: null }),
    ),
  );
});

const screens = (
  <Routes>
    <Route path="content-generator/:id" element={<DocumentPage />} />
  </Routes>
);

async function openDocument() {
  const view = renderAt('/content-generator/d1', screens);
  await screen.findByRole('button', { name: 'Write with a model' });
  return view;
}

async function openDialog() {
  const view = await openDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Write with a model' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Write with a model' }));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Write with a model' })) };
}

/** Starts writing with the large model; the server's document then has the run. */
async function startWriting() {
  const view = await openDialog();
  const sent = recordCalls('post', '/api/documents/:id/draft', () => {
    stored.document = aDocument({ runId: 'r7', runStatus: 'running' });
    return HttpResponse.json({ success: true, run: { ...running, status: 'queued' } }, { status: 202 });
  });
  await userEvent.type(await view.dialog.findByLabelText('Model'), 'gpt-large');
  await view.dialog.findByText(/^At most/);
  await userEvent.click(view.dialog.getByRole('button', { name: 'Start' }));
  await screen.findByRole('region', { name: 'Text that is being written' });
  return { ...view, sent };
}

const say = (payload: Partial<RunTextEvent>) =>
  act(() => emitLiveEvent({ type: 'run:text', timestamp: '', payload: { runId: 'r7', documentId: 'd1', ...payload } }));

/** Ends the run, and what the server has by then. */
function end(view: { queries: ReturnType<typeof renderAt>['queries'] }, change: Partial<Run>) {
  stored.run = { ...running, finishedAt: '2026-11-24T10:00:00Z', ...change };
  stored.document = { ...stored.document, runStatus: stored.run.status };
  return act(() => view.queries.invalidateQueries({ queryKey: runQueries.detail('r7').queryKey }));
}

const paragraph = () => screen.queryByRole('button', { name: 'A roof repair costs $350 to $900.' });

test('workspace_without_writers_is_sent_to_the_connections', async () => {
  server.use(http.get('/api/documents/writers', () => ok({ connections: [] })));
  const { dialog } = await openDialog();
  expect(await dialog.findByText(/No connection to a language model yet/)).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'Settings, Connections' })).toHaveAttribute(
    'href',
    '/settings?tab=connections',
  );
  expect(dialog.queryByRole('button', { name: 'Start' })).not.toBeInTheDocument();
});

test('writers_that_fail_to_load_can_be_loaded_again', async () => {
  server.use(http.get('/api/documents/writers', () => problem(500, 'Out of order')));
  const { dialog } = await openDialog();
  await dialog.findByRole('button', { name: 'Try again' });
  server.use(http.get('/api/documents/writers', () => ok({ connections: [OWN] })));
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByLabelText('Model')).toBeInTheDocument();
});

test('model_is_estimated_and_the_cap_is_the_larger_bound', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('/api/documents/:id/draft/estimate', async ({ request }) => {
      asked.push(await request.json());
      return ok({ sections: 9, micros: 112_001, mostMicros: 204_500, missingPrice: null });
    }),
  );
  const { dialog } = await openDialog();
  expect(await dialog.findByText('Choose a model to see what it costs.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  const model = dialog.getByLabelText('Model');
  const list = document.getElementById(model.getAttribute('list') ?? '');
  expect([...(list?.querySelectorAll('option') ?? [])].map(({ value }) => value)).toEqual(['gpt-small', 'gpt-large']);
  await userEvent.type(model, 'gpt-large');
  expect(
    await dialog.findByText('At most $0.12 for 9 sections; $0.21 if every section is written twice'),
  ).toBeInTheDocument();
  expect(asked).toEqual([{ connectionId: 'c1', model: 'gpt-large' }]);
  expect(dialog.queryByText('Prices of the model')).not.toBeInTheDocument();
  const cap = dialog.getByLabelText('Cap, in dollars');
  expect(cap).toHaveValue('0.21');
  await userEvent.clear(cap);
  await userEvent.type(cap, '0');
  expect(dialog.getByText('Enter an amount of more than $0.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
});

test('second_reading_is_on_and_can_be_switched_off', async () => {
  const asked = recordCalls('post', '/api/documents/:id/draft/estimate', () =>
    ok({ sections: 9, micros: 112_001, mostMicros: 204_500, missingPrice: null }),
  );
  const { dialog } = await openDialog();
  await userEvent.type(await dialog.findByLabelText('Model'), 'gpt-large');
  const second = dialog.getByRole('switch', { name: 'Second reading' });
  expect(second).toBeChecked();
  await userEvent.click(second);
  await waitFor(() => expect(asked).toContainEqual({ connectionId: 'c1', model: 'gpt-large', secondReading: false }));
  await dialog.findByText(/^At most/);
  const sent = recordCalls('post', '/api/documents/:id/draft', () => problem(422, 'Refused'));
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ secondReading: false })]));
});

test('only_model_of_a_connection_is_chosen_at_once', async () => {
  const { dialog } = await openDialog();
  await userEvent.selectOptions(await dialog.findByLabelText('Connection'), 'Cellar (OpenAI)');
  expect(dialog.getByLabelText('Model')).toHaveValue('llama');
  expect(await dialog.findByText(/^At most \$0\.12/)).toBeInTheDocument();
});

test('model_without_a_known_price_needs_prices', async () => {
  server.use(
    http.post('/api/documents/:id/draft/estimate', async ({ request }) => {
      const body = (await request.json()) as { inputMicros?: number; outputMicros?: number };
      if (body.inputMicros === undefined) {
        const missingPrice = 'The price list has no model llama. Enter its prices.';
        return ok({ sections: 0, micros: null, mostMicros: null, missingPrice });
      }
      return ok({
        sections: 2,
        micros: Number(body.inputMicros),
        mostMicros: Number(body.outputMicros),
        missingPrice: null,
      });
    }),
  );
  const { dialog } = await openDialog();
  await userEvent.selectOptions(await dialog.findByLabelText('Connection'), 'Cellar (OpenAI)');
  expect(await dialog.findByText('The price list has no model llama. Enter its prices.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Input, dollars per million tokens'), '0.5');
  await userEvent.type(dialog.getByLabelText('Output, dollars per million tokens'), '1.5x');
  expect(dialog.getByText('Enter an amount, e.g. 0.5')).toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText('Output, dollars per million tokens'), '{Backspace}');
  expect(
    await dialog.findByText('At most $0.50 for 2 sections; $1.50 if every section is written twice'),
  ).toBeInTheDocument();
  const sent = recordCalls('post', '/api/documents/:id/draft', () => problem(422, 'Refused'));
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        baseVersion: 1,
        connectionId: 'c2',
        model: 'llama',
        inputMicros: 500_000,
        outputMicros: 1_500_000,
        budgetMicros: 1_500_000,
      },
    ]),
  );
});

test('refused_start_shows_the_reason_and_keeps_the_dialog', async () => {
  const { dialog } = await openDialog();
  await userEvent.type(await dialog.findByLabelText('Model'), 'gpt-large');
  await dialog.findByText(/^At most/);
  const detail = 'The first request can cost 9000 millionths of a dollar, which is more than this budget.';
  recordCalls('post', '/api/documents/:id/draft', () =>
    problem(422, 'Refused', [{ pointer: '/budgetMicros', detail }]),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(detail);
  expect(paragraph()).toBeInTheDocument();
});

test('text_is_shown_while_it_is_written_and_the_new_version_at_the_end', async () => {
  const view = await startWriting();
  expect(view.sent).toEqual([{ baseVersion: 1, connectionId: 'c1', model: 'gpt-large', budgetMicros: 210_000 }]);
  expect(screen.queryByRole('dialog', { name: 'Write with a model' })).not.toBeInTheDocument();
  expect(paragraph()).not.toBeInTheDocument();
  say({ outline: ['Costs', 'Process'] });
  expect(screen.getByText('0 of 2 sections written')).toBeInTheDocument();
  say({ section: 0, heading: 'Costs', lines: [], pending: 'A repair co' });
  expect(screen.getByText('A repair co')).toBeInTheDocument();
  say({ documentId: 'd2', section: 0, heading: 'Costs', lines: [], pending: 'Of another document' });
  say({ runId: 'r8', section: 0, heading: 'Costs', lines: [], pending: 'Of another run' });
  expect(screen.queryByText(/Of another/)).not.toBeInTheDocument();
  const lines = [
    { kind: 'sentence' as const, text: 'A repair costs $350.' },
    { text: 'Best.', removed: 'no fact' },
  ];
  say({ section: 0, heading: 'Costs', lines, pending: '', isComplete: true });
  expect(screen.getByText('1 of 2 sections written')).toBeInTheDocument();
  expect(screen.getByText('Best.').tagName).toBe('DEL');

  const version = structuredClone(aVersion({ number: 2, note: '1 sentence that no fact supports was removed.' }));
  version.draft.blocks = [
    { kind: 'paragraph', level: 0, sentences: [{ text: 'A repair costs $350.', factIds: ['price-1'] }] },
  ];
  stored = { ...stored, document: aDocument({ version: 2, runId: 'r7' }), version };
  await end(view, { status: 'succeeded' });
  expect(await screen.findByRole('button', { name: 'A repair costs $350.' })).toBeInTheDocument();
  expect(await screen.findByText('Version 2 written')).toBeInTheDocument();
  expect(screen.getByText('1 sentence that no fact supports was removed.')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Text that is being written' })).not.toBeInTheDocument();
});

test('stop_cancels_the_run_and_keeps_the_text', async () => {
  const view = await startWriting();
  const cancelled = recordCalls('post', '/api/runs/:id/cancel', () =>
    ok({ run: { ...running, cancelRequested: true } }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(cancelled).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Stop' })).toBeDisabled());
  await end(view, { status: 'cancelled' });
  expect(await screen.findByText('Writing was stopped')).toBeInTheDocument();
  expect(screen.getByText('The text has not changed.')).toBeInTheDocument();
  expect(paragraph()).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Write with a model' })).toBeEnabled());
});

test('failed_run_keeps_the_text_and_shows_the_error_until_it_is_dismissed', async () => {
  const view = await startWriting();
  await end(view, { status: 'failed', error: { type: 'budget', detail: 'Nothing was written: the budget is used.' } });
  await screen.findByText('The model did not write the document');
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('Nothing was written: the budget is used.');
  expect(paragraph()).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Write with a model' })).toBeEnabled());
  await userEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('run_that_fails_at_once_is_shown_too', async () => {
  const { dialog } = await openDialog();
  recordCalls('post', '/api/documents/:id/draft', () => {
    stored.document = aDocument({ runId: 'r7', runStatus: 'failed' });
    stored.run = { ...running, status: 'failed', error: { type: 'key', detail: 'The model did not answer: bad key.' } };
    return HttpResponse.json({ success: true, run: { ...running, status: 'queued' } }, { status: 202 });
  });
  await userEvent.type(await dialog.findByLabelText('Model'), 'gpt-large');
  await dialog.findByText(/^At most/);
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText('The model did not answer: bad key.')).toBeInTheDocument();
  expect(paragraph()).toBeInTheDocument();
});

test('version_saved_by_somebody_else_stops_the_start', async () => {
  const { dialog } = await openDialog();
  await userEvent.type(await dialog.findByLabelText('Model'), 'gpt-large');
  await dialog.findByText(/^At most/);
  recordCalls('post', '/api/documents/:id/draft', () => problem(409, 'Version 2 is the current one.'));
  stored = { ...stored, document: aDocument({ version: 2 }), version: aVersion({ number: 2 }) };
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Version 2 is the current one.');
  expect(await screen.findByRole('button', { name: 'Versions (2)' })).toBeInTheDocument();
  const sent = recordCalls('post', '/api/documents/:id/draft', () => problem(422, 'Refused'));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Start' })).toBeEnabled());
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ baseVersion: 2 })]));
});

test('document_opened_during_the_run_shows_the_text_and_composing_does_not', async () => {
  stored.document = aDocument({ runId: 'r7', runStatus: 'running' });
  const { unmount } = renderAt('/content-generator/d1', screens);
  await screen.findByText('Waiting for the first section');
  say({ section: 1, heading: 'Process', lines: [], pending: 'We come' });
  expect(screen.getByText('We come')).toBeInTheDocument();
  unmount();
  stored.run = { ...running, kind: 'document_compose' };
  await openDocument();
  expect(await screen.findByRole('progressbar', { name: 'Writing the document' })).toBeInTheDocument();
  expect(paragraph()).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Write with a model' })).toBeDisabled();
});

test('unsaved_text_is_saved_before_it_is_written_over', async () => {
  await openDocument();
  await userEvent.dblClick(paragraph() as HTMLElement);
  await userEvent.type(await screen.findByLabelText('Text of the sentence'), ' Always.{Enter}');
  recordCalls('post', '/api/documents/:id/versions', () => {
    stored = { ...stored, document: aDocument({ version: 2 }), version: aVersion({ number: 2 }) };
    return ok({ isNew: true, version: aVersion({ number: 2 }) });
  });
  const sent = recordCalls('post', '/api/documents/:id/draft', () =>
    HttpResponse.json({ success: true, run: running }, { status: 202 }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Write with a model' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write with a model' }));
  expect(await dialog.findByText('Your unsaved changes are saved first, as a version.')).toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText('Model'), 'gpt-large');
  await dialog.findByText(/^At most/);
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ baseVersion: 2 })]));
});

test('button_is_disabled_with_its_reason', async () => {
  const { unmount } = await openDocument();
  const button = () => screen.getByRole('button', { name: 'Write with a model' });
  await waitFor(() => expect(button()).toBeEnabled());
  act(() => useOffline.setState({ cutOff: true }));
  await waitFor(() => expect(button()).toBeDisabled());
  expect(button()).toHaveAttribute('title', expect.stringMatching(/offline|connection|network/i));
  act(() => useOffline.setState({ cutOff: false }));
  unmount();

  stored.document = aDocument({ version: 0 });
  stored.version = null as never;
  const { unmount: leave } = await openDocument();
  expect(button()).toBeDisabled();
  expect(button()).toHaveAttribute('title', 'Compose the page first: a model writes from its facts.');
  leave();

  stored = { ...stored, document: aDocument(), version: aVersion() };
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  await openDocument();
  await waitFor(() => expect(button()).toBeDisabled());
  expect(button()).toHaveAttribute('title', expect.stringContaining('Viewers cannot change documents'));
});
