import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { FullPageAudit } from '@/api/page-audits';
import { patchCaches } from '@/app/live/patch-caches';
import { anEdit } from '@/testing/edits';
import { http, ok } from '@/testing/http';
import { onPhone } from '@/testing/media';
import { aFullPageAudit, aPageAudit, aPageReport } from '@/testing/page-audits';
import { aRun, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import QuickRankPage from './page';

beforeEach(() => server.use(...productHandlers()));

const list = (...pageAudits: ReturnType<typeof aPageAudit>[]) =>
  http.get('/api/page-audits', () => ok({ pageAudits, nextCursor: null }));
const one = (audit: FullPageAudit) => http.get('/api/page-audits/:id', () => ok({ pageAudit: audit }));
const show = (search = '') => renderAt(`/quick-rank${search}`, <QuickRankPage />);
const fixes = () => screen.findByRole('region', { name: 'Fixes' });

test('first_visit_says_what_will_be_here_and_links_to_quick_wins', async () => {
  server.use(list());
  show();
  expect(await screen.findByText('No audits yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Quick wins of a website' })).toHaveAttribute('href', '/quick-rank/wins');
});

test('form_names_missing_fields_and_shows_the_servers_refusal_beside_its_field', async () => {
  server.use(
    list(),
    http.post('/api/page-audits', () =>
      problem(422, 'Invalid', [{ pointer: '/url', detail: 'This is an address of your own network.' }]),
    ),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Analyze' }));
  expect(await screen.findByText('Enter the URL of a page.')).toBeInTheDocument();
  expect(screen.getByText('Enter the keyword that the page should appear for.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('URL of the page'), 'http://10.0.0.1/');
  await userEvent.type(screen.getByLabelText('Keyword'), 'plumber');
  await userEvent.click(screen.getByRole('button', { name: 'Analyze' }));
  expect(await screen.findByText('This is an address of your own network.')).toBeInTheDocument();
  expect(screen.getByLabelText('URL of the page')).toHaveValue('http://10.0.0.1/');
});

test('audit_streams_its_steps_and_ends_with_the_report', async () => {
  const running = aRun({
    kind: 'page_audit',
    status: 'running',
    finishedAt: null,
    progress: { percent: 15, stage: 'fetching', message: '1 responses' },
  });
  const started = aPageAudit({ status: 'running', finishedAt: null, fixes: null });
  const posted: unknown[] = [];
  server.use(
    list(started),
    one({ ...started, report: null }),
    http.get('/api/runs/r1', () => ok({ run: running })),
    http.post('/api/page-audits', async ({ request }) => {
      posted.push(await request.json());
      return ok({ pageAudit: started, run: running });
    }),
  );
  const view = show();
  await userEvent.type(await screen.findByLabelText('URL of the page'), ' example.com/services ');
  await userEvent.type(screen.getByLabelText('Keyword'), 'emergency plumber austin{Enter}');
  expect(await screen.findByText('Step 2 of 6: Fetch the page')).toBeInTheDocument();
  expect(posted).toEqual([{ url: 'example.com/services', keyword: 'emergency plumber austin' }]);
  expect(view.at()).toBe('/quick-rank?audit=pa1');
  const payload = { runId: 'r1', percent: 75, stage: 'competitors', message: '' };
  patchCaches(view.queries, { type: 'run:progress', timestamp: '', payload });
  expect(await screen.findByText('Step 5 of 6: Compare with top-ranking pages')).toBeInTheDocument();
  server.use(
    one(aFullPageAudit()),
    http.get('/api/runs/r1', () => ok({ run: aRun({ kind: 'page_audit' }) })),
  );
  patchCaches(view.queries, { type: 'run:finished', timestamp: '', payload: { runId: 'r1', status: 'succeeded' } });
  expect(await within(await fixes()).findByText('3 fixes')).toBeInTheDocument();
});

test('failed_audit_shows_its_reason_and_can_be_retried', async () => {
  const failed = aPageAudit({
    status: 'failed',
    finishedAt: null,
    fixes: null,
    error: 'robots.txt excludes this crawler.',
  });
  let retried = 0;
  server.use(
    list(failed),
    one({ ...failed, report: null }),
    http.get('/api/runs/r1', () =>
      ok({ run: aRun({ status: 'failed', error: { type: 'robots', detail: 'robots.txt excludes this crawler.' } }) }),
    ),
    http.post('/api/runs/r1/retry', () => {
      retried += 1;
      return ok({ run: aRun({ status: 'queued', finishedAt: null }) });
    }),
  );
  show('?audit=pa1');
  expect(await screen.findByRole('alert')).toHaveTextContent('robots.txt excludes this crawler.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry audit' }));
  await waitFor(() => expect(retried).toBe(1));
});

test('report_shows_scores_with_sources_and_what_is_missing', async () => {
  server.use(list(aPageAudit()), one(aFullPageAudit()));
  show('?audit=pa1');
  const scores = await screen.findByRole('list', { name: 'Scores' });
  expect(within(scores).getByRole('meter', { name: 'Lighthouse SEO' })).toHaveAttribute('value', '91');
  expect(within(scores).queryByRole('meter', { name: 'Coverage of terms' })).not.toBeInTheDocument();
  expect(within(scores).getByText(/Texts of at least two top-ranking pages are missing/)).toBeInTheDocument();
  const keyword = screen.getByRole('region', { name: /^Keyword: / });
  expect(keyword).toHaveTextContent('Position8.4Search Console, by the keyword engine, Nov 20, 2026');
  expect(keyword).toHaveTextContent('Search volumeImport a keyword list.');
});

test('phone_shows_the_report_first_and_six_fixes', async () => {
  onPhone();
  const [fix] = aPageReport().fixes;
  if (!fix) throw new Error('the report has no fix');
  const many = Array.from({ length: 14 }, (_, at) => ({ ...fix, key: `fix-${at}`, title: `Change ${at + 1}` }));
  server.use(list(aPageAudit()), one(aFullPageAudit({ report: aPageReport({ fixes: many }) })));
  show('?audit=pa1');
  const card = within(await fixes());
  expect(card.getAllByRole('heading', { level: 3 })).toHaveLength(6);
  await userEvent.click(card.getByRole('button', { name: 'Show more of 14 fixes' }));
  await userEvent.click(card.getByRole('button', { name: 'Show more of 14 fixes' }));
  expect(card.getAllByRole('heading', { level: 3 })).toHaveLength(14);
  expect(screen.getByLabelText('URL of the page')).not.toBeVisible();
  await userEvent.click(screen.getByRole('heading', { name: 'Audit another page' }));
  expect(screen.getByLabelText('URL of the page')).toBeVisible();
});

test('fixes_are_ordered_by_the_choice_and_open_with_figures_and_snippet', async () => {
  server.use(list(aPageAudit()), one(aFullPageAudit()));
  const view = show('?audit=pa1');
  const card = await fixes();
  const titles = () =>
    within(card)
      .getAllByRole('heading', { level: 3 })
      .map((title) => title.textContent);
  expect(titles()[0]).toContain('Change the title');
  expect(within(card).getByText('+4 (1.2 to 11)')).toBeInTheDocument();
  expect(within(card).getByText('<title>Emergency plumber Austin</title>')).toBeInTheDocument();
  await userEvent.click(within(card).getByRole('radio', { name: 'Effort' }));
  expect(titles()[0]).toContain('Add a meta description');
  expect(view.at()).toBe('/quick-rank?audit=pa1&order=effort');
  await userEvent.click(within(card).getByRole('button', { name: /Describe each image/ }));
  expect(within(card).getByText('/a.png')).toBeInTheDocument();
  expect(within(card).getByText(/so no clicks are computed/)).toBeInTheDocument();
  expect(within(card).queryByRole('button', { name: 'Create edit' })).not.toBeInTheDocument();
});

test('create_edit_sends_the_changes_of_the_fix_and_opens_the_edit', async () => {
  const posted: unknown[] = [];
  server.use(
    list(aPageAudit()),
    one(aFullPageAudit()),
    http.post('/api/edits', async ({ request }) => {
      posted.push(await request.json());
      return ok({ edit: anEdit({ id: 'e9', status: 'draft' }) });
    }),
  );
  const view = show('?audit=pa1');
  await userEvent.click(within(await fixes()).getByRole('button', { name: 'Create edit' }));
  await waitFor(() => expect(view.at()).toBe('/edits/e9'));
  expect(posted).toEqual([
    {
      websiteId: 'w1',
      title: 'Change the title: /services',
      reason: 'The title “Our services” does not mention “emergency plumber austin”.',
      changes: [{ kind: 'set_title', path: '/services', title: 'Emergency plumber Austin' }],
    },
  ]);
});

test('page_of_no_website_has_its_snippet_but_no_edit', async () => {
  server.use(list(), one(aFullPageAudit({ websiteId: null })));
  show('?audit=pa1');
  const card = await fixes();
  expect(within(card).getByRole('button', { name: 'Copy snippet' })).toBeInTheDocument();
  expect(within(card).queryByRole('button', { name: 'Create edit' })).not.toBeInTheDocument();
});

test('page_without_fixes_says_so', async () => {
  server.use(list(), one(aFullPageAudit({ report: aPageReport({ fixes: [] }) })));
  show('?audit=pa1');
  expect(await within(await fixes()).findByText('Nothing to fix')).toBeInTheDocument();
});

test('unknown_audit_and_failed_load_have_their_texts', async () => {
  server.use(
    list(),
    http.get('/api/page-audits/gone', () => problem(404, 'Not found')),
  );
  show('?audit=gone');
  expect(await screen.findByText('This audit is not kept')).toBeInTheDocument();
  server.use(http.get('/api/page-audits/pa1', () => problem(500, 'Internal error')));
  show('?audit=pa1');
  expect(await screen.findByText('Failed to load the audit.')).toBeInTheDocument();
});
