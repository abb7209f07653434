import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { CrawlRenderedPage } from '@/api/crawls';
import { currentShortcuts, useShortcuts } from '@/lib/shortcuts';
import { aCrawl, aPage, aReport, aSchedule, crawlHandlers, FACTS, FINDING, NO_BROWSER } from '@/testing/crawls';
import { http, ok } from '@/testing/http';
import { aRun, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import CrawlDetailPage from './detail-page';
import CrawlPage from './page';

const screens = (
  <Routes>
    <Route path="crawl" element={<CrawlPage />} />
    <Route path="crawl/:id" element={<CrawlDetailPage />} />
  </Routes>
);

const running = aCrawl({ id: 'c2', runId: 'r2', report: null, finishedAt: null, status: 'running' });
const failed = aCrawl({ id: 'c3', runId: 'r3', report: null, finishedAt: null, status: 'failed' });

const progress = { percent: 42, stage: 'crawling', message: '210 of 500 known URLs' };
const crawlRun = aRun({ id: 'r2', kind: 'crawl', engineId: null, status: 'running', progress, finishedAt: null });

function press(keys: string): void {
  currentShortcuts(useShortcuts.getState().list)
    .find((shortcut) => shortcut.keys === keys)
    ?.run?.();
}

const issues = async () => within(await screen.findByRole('region', { name: 'Issues' }));

beforeEach(() => {
  signIn();
  server.use(http.get('/api/websites', () => ok({ websites: [aWebsite()] })));
});

test('website_without_crawls_offers_the_first_one', async () => {
  server.use(...crawlHandlers([]));
  renderAt('/crawl', screens);
  expect(await screen.findByText('No crawl of northwind.example yet')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Crawl northwind.example' }));
  const form = within(await screen.findByRole('dialog', { name: 'Crawl northwind.example' }));
  expect(form.getByLabelText('Start URL')).toHaveValue('https://northwind.example/');
  expect(form.getByLabelText('Maximum URLs')).toHaveValue(1000);
  expect(screen.queryByRole('region', { name: 'Crawls' })).not.toBeInTheDocument();
});

test('sample_website_cannot_be_crawled', async () => {
  server.use(
    http.get('/api/websites', () => ok({ websites: [aWebsite({ kind: 'sample', simulated: true })] })),
    ...crawlHandlers([]),
  );
  renderAt('/crawl', screens);
  expect(await screen.findByText('This is the sample website')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Crawl/ })).not.toBeInTheDocument();
});

test('started_crawl_sends_the_settings_and_shows_its_progress', async () => {
  const bodies = recordCalls('post', '/api/crawls', () => {
    server.use(http.get('/api/crawls', () => ok({ crawls: [running], nextCursor: null })));
    return ok({ crawl: running, run: crawlRun });
  });
  server.use(
    ...crawlHandlers([]),
    http.get('/api/runs/:id', () => ok({ run: crawlRun })),
  );
  renderAt('/crawl', screens);
  await screen.findByText('No crawl of northwind.example yet');
  press('c');
  const form = within(await screen.findByRole('dialog', { name: 'Crawl northwind.example' }));
  await userEvent.clear(form.getByLabelText('Maximum URLs'));
  await userEvent.type(form.getByLabelText('Maximum URLs'), '20');
  await userEvent.clear(form.getByLabelText('Time limit, minutes'));
  await userEvent.type(form.getByLabelText('Time limit, minutes'), '5');
  await userEvent.type(form.getByLabelText('Exclude URLs that match'), '/tag/{Enter} {Enter}print$');
  await userEvent.click(form.getByRole('button', { name: 'Start crawl' }));
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
  expect(screen.getByText('Crawling: 210 of 500 known URLs')).toBeInTheDocument();
  expect(bodies).toEqual([
    {
      websiteId: 'w1',
      url: 'https://northwind.example/',
      maxPages: 20,
      maxDepth: 1000,
      maxSeconds: 300,
      maxBytes: 10_000_000_000,
      delayMs: 250,
      maxPerPattern: 500,
      subdomains: false,
      render: 'none',
      include: [],
      exclude: ['/tag/', 'print$'],
    },
  ]);
});

test('running_crawl_can_be_cancelled_and_the_previous_result_stays', async () => {
  const cancelled = recordCalls('post', '/api/runs/:id/cancel', () =>
    ok({ run: { ...crawlRun, cancelRequested: true } }),
  );
  server.use(
    ...crawlHandlers([running, aCrawl()]),
    http.get('/api/runs/:id', () => ok({ run: crawlRun })),
  );
  renderAt('/crawl', screens);
  const state = within(await screen.findByRole('region', { name: 'State of the crawl' }));
  expect(await screen.findByRole('heading', { name: /^1,204 pages/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Crawl website' })).not.toBeInTheDocument();
  await userEvent.click(await state.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(cancelled).toHaveLength(1));
  const history = within(screen.getByRole('region', { name: 'Crawls' }));
  expect(history.getAllByRole('button', { name: /^Delete the crawl/ })).toHaveLength(1);
});

test('result_answers_in_a_sentence_with_what_changed', async () => {
  server.use(...crawlHandlers([aCrawl()]));
  renderAt('/crawl', screens);
  const answer = '1,204 pages: 31 errors of 2 kinds, 240 warnings. SEO score 87 of 100.';
  expect(await screen.findByRole('heading', { name: answer })).toBeInTheDocument();
  const summary = screen.getByRole('region', { name: 'Summary' });
  expect(summary).toHaveTextContent(
    'Since the previous crawl: issues 3 new, 4 fixed, 1 back after a fix; pages 5 added, 2 gone, 9 changed.',
  );
  expect(summary).toHaveTextContent('1,250 URLs requested in 6 min 12 s. robots.txt excludes 3 URLs.');
  expect(summary).toHaveTextContent('2 pages of the previous crawl gone');
  expect(summary).not.toHaveTextContent('left out');
  expect(screen.queryByText(/reached its maximum/)).not.toBeInTheDocument();
});

test('summary_has_the_urls_that_were_left_out', async () => {
  server.use(...crawlHandlers([aCrawl({ report: aReport({ leftOut: 1_300 }) })]));
  renderAt('/crawl', screens);
  const summary = await screen.findByRole('region', { name: 'Summary' });
  expect(summary).toHaveTextContent('1,300 URLs were left out: calendars, sessions or combinations of filters.');
});

test('crawl_that_ended_early_does_not_call_pages_gone', async () => {
  const report = aReport({ stopped: 'pages', gone: null, goneReason: 'endedEarly', notReached: 2 });
  server.use(...crawlHandlers([aCrawl({ report })]));
  renderAt('/crawl', screens);
  const summary = await screen.findByRole('region', { name: 'Summary' });
  expect(summary).toHaveTextContent('2 not reached again, 9 changed.');
  expect(summary).toHaveTextContent('2 pages of the previous crawl not reached again');
  expect(summary).toHaveTextContent('The crawl ended early, so it is unknown whether they are gone.');
});

test('form_offers_rendering_only_with_a_browser', async () => {
  server.use(...crawlHandlers([aCrawl()]));
  const view = renderAt('/crawl', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Crawl website' }));
  const box = await screen.findByRole('checkbox', { name: 'Render pages in a browser' });
  await waitFor(() => expect(box).toHaveAccessibleDescription(NO_BROWSER));
  expect(box).toBeDisabled();
  view.unmount();

  server.use(http.get('/api/crawls/rendering', () => ok({ isAvailable: true, reason: null })));
  renderAt('/crawl', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Crawl website' }));
  const other = await screen.findByRole('checkbox', { name: 'Render pages in a browser' });
  await waitFor(() => expect(other).toBeEnabled());
  expect(screen.queryByLabelText('Pages to render')).not.toBeInTheDocument();
  await userEvent.click(other);
  expect(screen.getByLabelText('Pages to render')).toHaveValue(50);
});

test('drawer_compares_the_html_with_the_rendered_page', async () => {
  const rendered: CrawlRenderedPage = {
    failure: null,
    comparison: [
      { fact: 'title', raw: 'Shop', rendered: 'Shoes', isChanged: true },
      { fact: 'robots', raw: null, rendered: null, isChanged: false },
    ],
    addedLinks: ['https://northwind.example/shoes'],
    addedLinkCount: 3,
    redirect: null,
    errors: ['x is not defined'],
    errorCount: 1,
    requests: 4,
    failedRequests: 1,
    blockedRequests: 0,
    totalMs: 1_400,
    isComplete: true,
  };
  server.use(
    http.get('/api/crawls/:id/pages/:no', () =>
      ok({ page: aPage(), facts: { ...FACTS, rendered }, findings: [FINDING] }),
    ),
    ...crawlHandlers([aCrawl()]),
  );
  renderAt('/crawl?page=7', screens);
  const drawer = within(await screen.findByRole('dialog', { name: 'About Northwind' }));
  const row = await drawer.findByRole('row', { name: /^Title/ });
  expect(row).toHaveTextContent('Title ChangedShopShoes');
  expect(drawer.getByText(/^Scripts change 1 fact\. 4 requests in .*, 1 failed\.$/)).toBeInTheDocument();
  expect(drawer.getByText('3 internal links only with JavaScript')).toBeInTheDocument();
  expect(drawer.getByText('1 script error')).toBeInTheDocument();
});

test('first_crawl_shows_no_changes_and_its_budget', async () => {
  const report = aReport({ added: null, gone: null, changed: null, goneUrls: [], stopped: 'pages' });
  server.use(...crawlHandlers([aCrawl({ report })]));
  renderAt('/crawl', screens);
  expect(await screen.findByText('The crawl reached its maximum of URLs')).toBeInTheDocument();
  expect(screen.getByText(/This is the first crawl/)).toBeInTheDocument();
  expect((await issues()).queryByText('2 new')).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Change')).not.toBeInTheDocument();
  expect(await screen.findByRole('row', { name: /\/about/ })).not.toHaveTextContent('Changed');
});

test('failed_crawl_shows_its_reason_and_starts_again_with_its_settings', async () => {
  const error = { type: 'unreachable', detail: 'northwind.example does not answer.' };
  server.use(
    ...crawlHandlers([failed]),
    http.get('/api/runs/:id', () => ok({ run: { ...crawlRun, id: 'r3', status: 'failed' as const, error } })),
  );
  renderAt('/crawl', screens);
  expect(await screen.findByText('northwind.example does not answer.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Crawl again' }));
  const form = within(await screen.findByRole('dialog'));
  expect(form.getByLabelText('Maximum URLs')).toHaveValue(500);
  expect(form.getByLabelText('Include subdomains')).toBeChecked();
  expect(form.getByLabelText('Include only URLs that match')).toHaveValue('/blog/');
});

test('cancelled_crawl_can_be_started_again', async () => {
  server.use(...crawlHandlers([{ ...failed, status: 'cancelled' }]));
  renderAt('/crawl', screens);
  expect(await screen.findByText(/^The crawl of Nov 20, 2026.* was cancelled$/)).toBeInTheDocument();
  expect(screen.getByText('Nothing of it is shown or used.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Crawl again' })).toBeEnabled();
});

test('open_issue_shows_its_reason_its_pages_and_their_evidence', async () => {
  const asked: URLSearchParams[] = [];
  server.use(...crawlHandlers([aCrawl()], asked));
  const { at } = renderAt('/crawl', screens);
  const list = await issues();
  await userEvent.click(list.getByRole('button', { name: /^No title/ }));
  expect(at()).toContain('issue=title-missing');
  expect(list.getByText('The title is the headline of the result.')).toBeInTheDocument();
  expect(list.getByText('Add a title.')).toBeInTheDocument();
  const pages = within(await list.findByRole('list', { name: 'Pages: No title' }));
  expect(asked.some((query) => query.get('issue') === 'title-missing')).toBe(true);
  await userEvent.click(pages.getByRole('button', { name: 'Show evidence of /about' }));
  expect(await pages.findByText('https://a.example')).toBeInTheDocument();
  expect(pages.getByText('Address, 1 of 3')).toBeInTheDocument();
  await userEvent.click(pages.getByRole('button', { name: '/about' }));
  expect(at()).toContain('page=7');
  const drawer = within(await screen.findByRole('dialog', { name: 'About Northwind' }));
  expect(drawer.getByText('Who we are')).toBeInTheDocument();
  expect(drawer.getByText('https://northwind.example/team')).toBeInTheDocument();
  expect(drawer.getByText('No title')).toBeInTheDocument();
});

test('fixed_issues_have_their_own_group', async () => {
  server.use(...crawlHandlers([aCrawl()]));
  renderAt('/crawl', screens);
  const group = await screen.findByRole('region', { name: 'Fixed since the previous crawl' });
  expect(group).toHaveTextContent('No titlefixed on 4 pagesstill on 15 pages');
  expect(within(group).getAllByRole('listitem')).toHaveLength(1);
});

test('filters_of_issues_are_in_the_url', async () => {
  server.use(...crawlHandlers([aCrawl()]));
  const { at } = renderAt('/crawl?severity=error&category=response', screens);
  const list = await issues();
  expect(list.getByRole('button', { name: /^Page not found/ })).toBeInTheDocument();
  expect(list.queryByRole('button', { name: /^No title/ })).not.toBeInTheDocument();
  await userEvent.selectOptions(list.getByLabelText('Severity'), 'warning');
  expect(at()).toContain('severity=warning');
  expect(list.getByText('No issues with this filter')).toBeInTheDocument();
  await userEvent.click(list.getByRole('button', { name: 'Clear filters' }));
  expect(at()).toBe('/crawl');
  expect(list.getByRole('button', { name: /^Little text/ })).toBeInTheDocument();
});

test('filters_of_pages_are_in_the_url_and_in_the_request', async () => {
  const asked: URLSearchParams[] = [];
  server.use(...crawlHandlers([aCrawl()], asked));
  const { at } = renderAt('/crawl?status=4&indexable=false&change=added&sort=score&q=blog', screens);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    statusClass: '4',
    indexable: 'false',
    change: 'added',
    sort: 'score',
    q: 'blog',
    limit: '25',
  });
  await userEvent.selectOptions(await screen.findByLabelText('Status'), '');
  expect(at()).not.toContain('status=');
});

test('pages_show_status_share_and_score', async () => {
  server.use(...crawlHandlers([aCrawl()]));
  renderAt('/crawl', screens);
  const row = /^\/about About Northwind 200 Changed 1 12 1.23% 340 95 ms 92$/;
  expect(await screen.findByRole('row', { name: row })).toBeInTheDocument();
});

test('ai_crawlers_are_listed_by_purpose', async () => {
  server.use(...crawlHandlers([aCrawl()]));
  renderAt('/crawl', screens);
  const card = within(await screen.findByRole('region', { name: 'AI crawlers' }));
  expect(card.getByRole('row', { name: 'GPTBot 0 of 1,204 0%' })).toBeInTheDocument();
  expect(
    card.getByRole('row', { name: /^OAI-SearchBot 1,204 of 1,204 100% ?12 not to be quoted$/ }),
  ).toBeInTheDocument();
  expect(card.getByRole('row', { name: /^Perplexity-User not bound by robots.txt/ })).toBeInTheDocument();
  expect(card.getByText(/^1 page needs scripts/)).toBeInTheDocument();
  expect(card.getByText('There is no llms.txt. No large operator has promised to read it.')).toBeInTheDocument();
});

test('invalid_settings_show_their_reasons_at_their_fields', async () => {
  server.use(...crawlHandlers([]));
  server.use(
    http.post('/api/crawls', () =>
      problem(422, 'Invalid', [
        { pointer: '/exclude', detail: 'not a regular expression: unclosed group' },
        { pointer: '/url', detail: 'must be an address of northwind.example' },
      ]),
    ),
  );
  renderAt('/crawl', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Crawl northwind.example' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.clear(form.getByLabelText('Maximum URLs'));
  await userEvent.click(form.getByRole('button', { name: 'Start crawl' }));
  expect(form.getByText('Enter a whole number from 1 to 1,000,000.')).toBeInTheDocument();
  await userEvent.type(form.getByLabelText('Maximum URLs'), '10');
  await userEvent.click(form.getByRole('button', { name: 'Start crawl' }));
  expect(await form.findByLabelText('Exclude URLs that match')).toHaveAccessibleDescription(
    /^not a regular expression: unclosed group/,
  );
  expect(form.getByLabelText('Start URL')).toHaveAccessibleDescription('must be an address of northwind.example');
});

test('switched_off_crawls_are_explained_and_no_longer_offered', async () => {
  const reason = 'The operator has switched off fetching pages.';
  server.use(
    ...crawlHandlers([]),
    http.post('/api/crawls', () => problem(501, reason)),
  );
  renderAt('/crawl', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Crawl northwind.example' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Start crawl' }));
  expect(await screen.findByText('Crawls are switched off')).toBeInTheDocument();
  expect(screen.getByText(new RegExp(reason))).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Crawl/ })).not.toBeInTheDocument();
});

test('viewer_sees_results_and_progress_without_actions', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  server.use(
    ...crawlHandlers([running, aCrawl()]),
    http.get('/api/runs/:id', () => ok({ run: crawlRun })),
  );
  renderAt('/crawl', screens);
  expect(await screen.findByRole('heading', { name: /^1,204 pages/ })).toBeInTheDocument();
  expect(await screen.findByRole('progressbar')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(Crawl|Cancel|Delete)/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Export all pages' })).toBeInTheDocument();
});

test('earlier_crawl_opens_and_is_deleted_after_a_question', async () => {
  const older = aCrawl({ id: 'c0', createdAt: '2026-11-01T10:00:00Z', report: aReport({ pages: 900 }) });
  server.use(
    ...crawlHandlers([aCrawl(), older]),
    http.get('/api/crawls/:id', () => ok({ crawl: older })),
  );
  const deleted = recordCalls('delete', '/api/crawls/:id');
  const { at } = renderAt('/crawl', screens);
  const history = within(await screen.findByRole('region', { name: 'Crawls' }));
  await userEvent.click(history.getAllByRole('link')[1] as HTMLElement);
  expect(at()).toBe('/crawl/c0');
  expect(await screen.findByRole('heading', { name: /^900 pages/ })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: /^Crawl of Nov/ })).toBeInTheDocument();
  const list = within(await screen.findByRole('region', { name: 'Crawls' }));
  await userEvent.click(list.getByRole('button', { name: /^Delete the crawl of Nov 1,/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete crawl' }));
  await waitFor(() => expect(deleted).toHaveLength(1));
  await waitFor(() => expect(at()).toBe('/crawl?website=w1'));
});

test('failed_list_shows_a_retry', async () => {
  server.use(http.get('/api/crawls', () => problem(500, 'The store is away')));
  renderAt('/crawl', screens);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load the crawls.');
  server.use(...crawlHandlers([aCrawl()]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: /^1,204 pages/ })).toBeInTheDocument();
});

test('scheduled_crawls_send_their_times_and_show_the_next_one', async () => {
  const bodies = recordCalls('put', '/api/crawls/schedule', () => {
    server.use(http.get('/api/crawls/schedule', () => ok({ schedule: aSchedule() })));
    return ok({ schedule: aSchedule() });
  });
  server.use(...crawlHandlers([aCrawl()]));
  renderAt('/crawl', screens);
  const card = within(await screen.findByRole('region', { name: 'Schedule' }));
  expect(await card.findByText('No crawls are scheduled.')).toBeInTheDocument();
  await userEvent.click(await card.findByRole('button', { name: 'Schedule crawls' }));
  const form = within(await screen.findByRole('dialog', { name: 'Schedule crawls of northwind.example' }));
  expect(form.getByLabelText('Maximum URLs')).toHaveValue(500);
  await userEvent.selectOptions(form.getByLabelText('Crawl'), 'Daily at 6:00 UTC');
  await userEvent.click(form.getByRole('button', { name: 'Save schedule' }));
  expect(await card.findByText(/^Next crawl: Nov 30, 2026/)).toHaveTextContent('Weekly, Mondays at 6:00 UTC.');
  expect(card.getByRole('button', { name: 'Change schedule' })).toBeInTheDocument();
  expect(bodies).toMatchObject([{ cron: '0 6 * * *', timeZone: 'UTC', crawl: { websiteId: 'w1', maxPages: 500 } }]);
});

test('time_without_a_crawl_shows_its_reason', async () => {
  const schedule = aSchedule({
    skippedAt: '2026-11-23T06:00:00Z',
    skippedReason: 'The previous crawl was still running.',
  });
  server.use(
    http.get('/api/crawls/schedule', () => ok({ schedule })),
    ...crawlHandlers([aCrawl()]),
  );
  renderAt('/crawl', screens);
  expect(await screen.findByText(/The previous crawl was still running/)).toHaveTextContent('Skipped on Nov 23, 2026');
});

test('count_of_pages_with_errors_is_distinct_pages', async () => {
  server.use(...crawlHandlers([aCrawl()]));
  renderAt('/crawl', screens);
  const summary = await screen.findByRole('region', { name: 'Summary' });
  expect(within(summary).getByText('URLs with errors').parentElement).toHaveTextContent('28');
});

test('export_has_the_filters_of_the_screen', async () => {
  const asked: string[] = [];
  server.use(
    http.get('/api/crawls/:id/export', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.text('URL');
    }),
    ...crawlHandlers([aCrawl()]),
  );
  renderAt('/crawl?status=4&q=about&sort=url', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Export filtered pages' }));
  await waitFor(() => expect(asked).toEqual(['?format=csv&sort=url&q=about&statusClass=4']));
});

test('readiness_by_directory_is_filtered_by_purpose_and_crawler', async () => {
  server.use(...crawlHandlers([aCrawl()]));
  renderAt('/crawl', screens);
  const card = within(await screen.findByRole('region', { name: 'AI readiness by directory' }));
  expect(await card.findByRole('row', { name: '/blog/ OAI-SearchBot 40 40 38 39 37' })).toBeInTheDocument();
  expect(card.getByRole('row', { name: 'All other directories GPTBot 40 0 38 39 0' })).toBeInTheDocument();
  expect(card.getByText(/3 pages of other hosts left out/)).toBeInTheDocument();
  await userEvent.selectOptions(card.getByLabelText('Purpose'), 'Search index of answers');
  await waitFor(() => expect(card.queryByRole('row', { name: /GPTBot/ })).toBeNull());
  expect(card.getAllByRole('option').map(({ textContent }) => textContent)).not.toContain('GPTBot');
  await userEvent.selectOptions(card.getByLabelText('Crawler'), 'OAI-SearchBot');
  expect(await card.findByRole('row', { name: /\/blog\/ OAI-SearchBot/ })).toBeInTheDocument();
});

test('an_unknown_crawler_in_the_address_is_shown_as_a_filter_that_can_be_cleared', async () => {
  server.use(...crawlHandlers([aCrawl()]));
  const { at } = renderAt('/crawl?aiAgent=NoSuchBot', screens);
  const card = within(await screen.findByRole('region', { name: 'AI readiness by directory' }));
  expect(await card.findByText('No directories with these filters')).toBeInTheDocument();
  expect(card.getByLabelText('Crawler')).toHaveDisplayValue('NoSuchBot');
  await userEvent.click(card.getByRole('button', { name: 'Clear filters' }));
  expect(await card.findByRole('row', { name: /^\/blog\/ GPTBot/ })).toBeInTheDocument();
  expect(at()).not.toContain('aiAgent');
  expect(card.getByLabelText('Crawler')).toHaveDisplayValue('Any crawler');
  expect(card.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
});

test('crawl_that_counted_no_directories_says_to_crawl_again_whatever_the_filters_are', async () => {
  const answer = { isKnown: false, rows: [], agents: [], otherHosts: 0, nextCursor: null };
  server.use(
    http.get('/api/crawls/:id/ai-access', () => ok(answer)),
    ...crawlHandlers([aCrawl()]),
  );
  renderAt('/crawl?aiPurpose=training', screens);
  const card = within(await screen.findByRole('region', { name: 'AI readiness by directory' }));
  expect(await card.findByText('Crawl again to count directories.')).toBeInTheDocument();
});
