import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { aDocument, aVersion } from '@/testing/documents';
import { http, ok, problem } from '@/testing/http';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { aSite, aSitePage } from '@/testing/sites';
import DocumentPage from './detail-page';

const PAGES = [
  aSitePage({ path: '/', label: 'Home', documentId: 'd8' }),
  aSitePage({ path: '/cost/', label: 'Costs', documentId: 'd9' }),
];

let pages: typeof PAGES;

beforeEach(() => {
  localStorage.clear();
  signIn();
  pages = PAGES;
  server.use(
    http.get('/api/websites', () => ok({ websites: [] })),
    http.get('/api/packs', () => ok({ language: 'en', languages: ['en'], packs: [] })),
    http.get('/api/payout-data/places', () => ok({ places: [], total: 0, nextCursor: null, attribution: [] }) as never),
    http.get('/api/documents/:id/questions', () => ok({ questions: [] })),
    http.get('/api/documents/:id', () => ok({ document: aDocument(), version: aVersion() })),
    http.get('/api/sites', () => ok({ sites: [aSite()], nextCursor: null })),
    http.get('/api/sites/:id', () => ok({ site: aSite(), pages, releases: [], leftOut: [], comingPages: [] })),
  );
});

async function openDialog() {
  const view = renderAt(
    '/content-generator/d1',
    <Routes>
      <Route path="content-generator/:id" element={<DocumentPage />} />
      <Route path="dominator/sites/:id" element={<h1>The site</h1>} />
    </Routes>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save to a site' }));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Save to a site' })) };
}

const recordPut = () => recordCalls('post', '/api/sites/:id/page-text', () => ok({ isNew: true, version: aVersion() }));
const recordBuild = () =>
  recordCalls('post', '/api/sites/:id/build', () => ok({ site: aSite(), run: aRun({ id: 'b1', kind: 'site_build' }) }));

test('text_is_put_onto_the_chosen_page_and_a_release_is_built_for_approval', async () => {
  const [put, built] = [recordPut(), recordBuild()];
  const { dialog, at } = await openDialog();
  const save = await dialog.findByRole('button', { name: 'Save and build release' });
  expect(save).toBeDisabled();
  await userEvent.selectOptions(await dialog.findByLabelText('Page'), 'Costs (/cost/)');
  expect(dialog.getByText(/present text of “Costs” stays in the versions/)).toBeInTheDocument();
  await userEvent.click(save);
  expect(await dialog.findByText(/Approve it there once it has passed the checks/)).toBeInTheDocument();
  expect(put).toEqual([{ path: '/cost/', documentId: 'd1', version: 1 }]);
  expect(built).toEqual([{}]);
  await userEvent.click(dialog.getByRole('link', { name: 'Open the site' }));
  expect(at()).toBe('/dominator/sites/s1');
});

test('text_becomes_a_new_page_with_the_title_as_its_label', async () => {
  const [put, built] = [recordPut(), recordBuild()];
  const added = recordCalls('post', '/api/sites/:id/pages', () =>
    ok({ page: aSitePage({ path: '/permits/', label: 'Permits', isOwn: true }) }),
  );
  const { dialog } = await openDialog();
  await userEvent.selectOptions(await dialog.findByLabelText('Page'), 'New page');
  const label = dialog.getByRole('textbox', { name: 'Label' });
  expect(label).toHaveValue(aDocument().title.slice(0, 40));
  await userEvent.clear(label);
  const save = dialog.getByRole('button', { name: 'Save and build release' });
  expect(save).toBeDisabled();
  await userEvent.type(label, 'Permits');
  expect(dialog.getByText(/Builds never rewrite or remove it/)).toBeInTheDocument();
  await userEvent.click(save);
  expect(await dialog.findByText(/Approve it there once it has passed the checks/)).toBeInTheDocument();
  expect(added).toEqual([{ label: 'Permits', documentId: 'd1', version: 1 }]);
  expect([put, built]).toEqual([[], [{}]]);
});

test('text_waits_for_the_next_release_of_a_busy_site', async () => {
  recordPut();
  server.use(http.post('/api/sites/:id/build', () => problem(409, 'A run works on the site.')));
  const { dialog } = await openDialog();
  await userEvent.selectOptions(await dialog.findByLabelText('Page'), 'Home (/)');
  await userEvent.click(dialog.getByRole('button', { name: 'Save and build release' }));
  expect(await dialog.findByText(/The site is busy: build a release there/)).toBeInTheDocument();
});

test('refused_text_says_why_and_can_be_tried_again', async () => {
  let isFull = true;
  const built = recordBuild();
  server.use(
    http.post('/api/sites/:id/page-text', () =>
      isFull
        ? problem(409, 'Conflict', [
            { pointer: '/versions', detail: 'The document has 1000 versions, which is the maximum.' },
          ])
        : ok({ isNew: true, version: aVersion() }),
    ),
  );
  const { dialog } = await openDialog();
  await userEvent.selectOptions(await dialog.findByLabelText('Page'), 'Home (/)');
  await userEvent.click(dialog.getByRole('button', { name: 'Save and build release' }));
  expect(await dialog.findByText(/which is the maximum/)).toBeInTheDocument();
  expect(built).toEqual([]);
  isFull = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Save and build release' }));
  expect(await dialog.findByText(/a release is being built/)).toBeInTheDocument();
});

test('document_that_is_the_page_only_needs_a_release', async () => {
  pages = [aSitePage({ path: '/cost/', label: 'Costs', documentId: 'd1' })];
  const [put, built] = [recordPut(), recordBuild()];
  const { dialog } = await openDialog();
  await userEvent.click(await dialog.findByRole('button', { name: 'Build release' }));
  await waitFor(() => expect(built).toEqual([{}]));
  expect(put).toEqual([]);
});

test('sites_are_searched_on_the_server', async () => {
  const many = Array.from({ length: 9 }, (_, at) => aSite({ id: `s${at}`, name: `Site ${at}` }));
  const found = aSite({ id: 's200', name: 'Old roofing site' });
  const texts: (string | null)[] = [];
  server.use(
    http.get('/api/sites', ({ request }) => {
      const text = new URL(request.url).searchParams.get('text');
      texts.push(text);
      const sites = text === null ? many : text === 'roofing' ? [found] : [];
      return ok({ sites, nextCursor: null });
    }),
  );
  const { dialog } = await openDialog();
  const search = await dialog.findByRole('searchbox', { name: 'Search sites' });
  await userEvent.type(search, 'roofing');
  expect(await dialog.findByRole('option', { name: 'Old roofing site' })).toBeInTheDocument();
  expect(dialog.queryByRole('option', { name: 'Site 0' })).toBeNull();
  expect(texts).toContain('roofing');
  await userEvent.type(search, ' in Boise');
  expect(await dialog.findByText(/No site has this text/)).toBeInTheDocument();
});

test('workspace_without_sites_learns_where_they_come_from', async () => {
  server.use(http.get('/api/sites', () => ok({ sites: [], nextCursor: null })));
  const { dialog } = await openDialog();
  expect(await dialog.findByText(/No site yet/)).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'Sites' })).toHaveAttribute('href', '/dominator/sites');
});

test('unsaved_edits_are_named_before_the_saved_version_is_put_onto_a_page', async () => {
  localStorage.setItem(
    'motherlode.document.u1.d1',
    JSON.stringify({ base: 1, draft: aVersion().draft, at: '2026-11-20T10:00:00Z' }),
  );
  const { dialog } = await openDialog();
  expect(await dialog.findByText(/Version 1 is used, without your unsaved edits/)).toBeInTheDocument();
});
