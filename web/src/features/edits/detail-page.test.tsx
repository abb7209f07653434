import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { Edit } from '@/api/edits';
import { anAccess, anEdit } from '@/testing/edits';
import { http, ok } from '@/testing/http';
import { aRun, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import EditPage from './detail-page';

beforeEach(() =>
  server.use(
    ...productHandlers(),
    http.get('/api/websites/:id/access', () => ok({ access: anAccess(), way: 'access' as const })),
  ),
);

const one = (edit: Edit) => http.get('/api/edits/e1', () => ok({ edit }));
const show = () =>
  renderAt(
    '/edits/e1',
    <Routes>
      <Route path="/edits" element={<h1>All edits</h1>} />
      <Route path="/edits/:id" element={<EditPage />} />
    </Routes>,
  );

test('ready_edit_shows_differences_and_search_results_before_and_after', async () => {
  server.use(one(anEdit()));
  show();
  const file = await screen.findByRole('region', { name: 'services/index.html' });
  expect(within(file).getByText('Search result before').parentElement).toHaveTextContent('Our services');
  expect(within(file).getByText('Search result after').parentElement).toHaveTextContent('Emergency plumber Austin');
  const lines = within(file).getByRole('region', { name: 'Differences of services/index.html at line 3' });
  expect(lines).toHaveTextContent('Removed: <title>Our services</title>');
  expect(lines).toHaveTextContent('Added: <title>Emergency plumber Austin</title>');
  const changes = screen.getByRole('region', { name: 'Changes' });
  expect(within(changes).getByText('Shown now: Our services')).toBeInTheDocument();
  expect(within(changes).getByText('On the website')).toBeInTheDocument();
});

test('approval_says_what_is_written_where_before_it_is_given', async () => {
  const approved: unknown[] = [];
  server.use(
    one(anEdit()),
    http.post('/api/edits/e1/approve', async ({ request }) => {
      approved.push(await request.json());
      return ok({ edit: anEdit({ status: 'applying' }), run: null });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve this edit?' });
  expect(
    await within(dialog).findByText(/2 files are written to SFTP server web.example.com, \/srv\/www/),
  ).toBeInTheDocument();
  expect(within(dialog).getByText('services/index.html')).toBeInTheDocument();
  expect(within(dialog).getByText(/1 file of 2 is written first/)).toBeInTheDocument();
  expect(approved).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve and apply' }));
  await waitFor(() => expect(approved).toEqual([{ updatedAt: anEdit().updatedAt }]));
});

test('edit_at_work_shows_the_files_on_trial_and_its_run', async () => {
  server.use(
    one(anEdit({ status: 'applying', runId: 'r1', canary: { pages: 1, of: 20, written: 1 } })),
    http.get('/api/runs/r1', () =>
      ok({
        run: aRun({
          kind: 'probe',
          status: 'running',
          finishedAt: null,
          progress: { percent: 10, stage: '', message: '' },
        }),
      }),
    ),
  );
  show();
  expect(await screen.findByText(/1 of 20 files written. The first one is verified/)).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'Files written' })).toHaveAttribute('aria-valuenow', '5');
  expect(screen.queryByRole('button', { name: 'Undo edit' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Cancel edit' })).toBeInTheDocument();
});

test('person_sees_instructions_and_checks_the_pages', async () => {
  let checked = 0;
  server.use(
    one(anEdit({ status: 'waiting', way: 'person', canary: null })),
    http.post('/api/edits/e1/check', () => {
      checked += 1;
      return ok({ edit: anEdit({ status: 'checking', way: 'person', canary: null }), run: null });
    }),
  );
  show();
  expect(await screen.findByText('Page /services: replace the SEO title.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Download patch' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Check pages' }));
  await waitFor(() => expect(checked).toBe(1));
});

test('change_of_a_draft_is_edited_and_removed_without_the_marks_of_the_server', async () => {
  const patched: unknown[] = [];
  server.use(
    one(anEdit({ status: 'draft', way: null })),
    http.patch('/api/edits/e1', async ({ request }) => {
      patched.push(await request.json());
      return ok({ edit: anEdit({ status: 'draft', way: null }) });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit: Set the title of /services' }));
  const dialog = screen.getByRole('dialog', { name: 'Set the title' });
  await userEvent.clear(within(dialog).getByLabelText('Title'));
  await userEvent.type(within(dialog).getByLabelText('Title'), 'Plumber in Austin');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save change' }));
  const link = { kind: 'add_link', path: '/blog', target: '/services', anchor: 'emergency plumber' };
  await waitFor(() =>
    expect(patched).toEqual([
      { changes: [{ kind: 'set_title', path: '/services', title: 'Plumber in Austin' }, link] },
    ]),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Set the title of /services' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove change' }));
  await waitFor(() => expect(patched.at(-1)).toEqual({ changes: [link] }));
});

test('applied_edit_is_undone_after_a_question', async () => {
  let undone = 0;
  server.use(
    one(anEdit({ status: 'applied', canBeUndone: true, annotationId: 'a1', experimentId: 'x1' })),
    http.post('/api/edits/e1/undo', () => {
      undone += 1;
      return problem(409, 'A file has changed since.');
    }),
  );
  show();
  expect(await screen.findByRole('link', { name: 'Experiment that measures it' })).toHaveAttribute(
    'href',
    '/experiments/x1',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Undo edit' }));
  const dialog = screen.getByRole('dialog', { name: 'Undo this edit?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Undo edit' }));
  expect(await screen.findByText('A file has changed since.')).toBeInTheDocument();
  expect(undone).toBe(1);
});

test('deleted_edit_leads_back_to_the_list', async () => {
  server.use(
    one(anEdit({ status: 'cancelled' })),
    http.delete('/api/edits/e1', () => ok()),
  );
  const view = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete edit' }));
  const dialog = screen.getByRole('dialog', { name: 'Delete this edit?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete edit' }));
  await waitFor(() => expect(view.at()).toBe('/edits'));
});

test('unknown_edit_is_not_found_and_problems_of_the_preview_are_named', async () => {
  server.use(http.get('/api/edits/e1', () => problem(404, 'Not found')));
  const first = show();
  expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeInTheDocument();
  first.unmount();
  server.use(one(anEdit({ status: 'draft', preview: { files: [], problems: ['The page /blog has no such words.'] } })));
  show();
  expect(await screen.findByText('The page /blog has no such words.')).toBeInTheDocument();
});

test('measurement_is_switched_while_the_edit_can_be_changed', async () => {
  const patched: unknown[] = [];
  server.use(
    one(anEdit({ isMeasured: true })),
    http.patch('/api/edits/e1', async ({ request }) => {
      patched.push(await request.json());
      return ok({ edit: anEdit({ isMeasured: false }) });
    }),
  );
  const view = show();
  const control = await screen.findByRole('switch', { name: 'Measure the effect' });
  expect(control).toBeChecked();
  await userEvent.click(control);
  await waitFor(() => expect(patched).toEqual([{ isMeasured: false }]));
  view.unmount();
  server.use(one(anEdit({ status: 'applied' })));
  show();
  expect(await screen.findByText('28 days once applied')).toBeInTheDocument();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
});

test('change_of_another_kind_is_added_with_its_own_fields', async () => {
  const patched: unknown[] = [];
  server.use(
    one(anEdit({ status: 'draft', way: null })),
    http.patch('/api/edits/e1', async ({ request }) => {
      patched.push(await request.json());
      return patched.length === 1
        ? problem(422, 'Invalid', [{ pointer: '/changes/2/language', detail: 'must be a code such as `de`' }])
        : ok({ edit: anEdit({ status: 'draft', way: null }) });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add change' }));
  const dialog = screen.getByRole('dialog', { name: 'Add a change' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Change'), 'Name a language version');
  await userEvent.type(within(dialog).getByLabelText('Language'), 'german');
  await userEvent.type(within(dialog).getByLabelText('Address of the version'), '/de/');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add change' }));
  expect(await within(dialog).findByText('must be a code such as `de`')).toBeInTheDocument();
  await userEvent.clear(within(dialog).getByLabelText('Language'));
  await userEvent.type(within(dialog).getByLabelText('Language'), 'de');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect((patched.at(-1) as { changes: unknown[] }).changes.at(-1)).toEqual({
    kind: 'set_alternate',
    path: '/services',
    language: 'de',
    address: '/de/',
  });
});

test('what_a_person_made_is_undone_by_another_edit_that_opens', async () => {
  const other = anEdit({ id: 'e2', title: 'Undo: Change the title', status: 'preparing', undoesId: 'e1', way: null });
  server.use(
    one(anEdit({ status: 'applied', way: 'person', canary: null, canBeUndone: true })),
    http.post('/api/edits/e1/undo', () => ok({ edit: other, run: null })),
    http.get('/api/edits/e2', () => ok({ edit: other })),
  );
  const view = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo edit' }));
  const dialog = screen.getByRole('dialog', { name: 'Undo this edit?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create undo edit' }));
  await waitFor(() => expect(view.at()).toBe('/edits/e2'));
  expect(await screen.findByRole('link', { name: 'Edit that it undoes' })).toHaveAttribute('href', '/edits/e1');
});
