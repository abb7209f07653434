import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { Plan } from '@/api/plans';
import { anAudit, anAuditedPage } from '@/testing/audits';
import { http, ok, problem } from '@/testing/http';
import { anEngine, aRun, aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { csvOf, isListed, pathOf, planOf, rangeText } from './audit-words';
import { diffLines } from './line-diff';
import AuditPage from './page';

const screens = (
  <Routes>
    <Route path="content-generator/audit" element={<AuditPage />} />
    <Route path="plans/:id" element={<p>The plan</p>} />
  </Routes>
);

const RUN = aRun({ engineId: 'content', action: 'audit' });
const PLAN: Plan = {
  id: 'p1',
  title: 'Improve /gutters',
  reason: '',
  source: null,
  status: 'planning',
  detail: '',
  actions: 3,
  websiteId: 'w1',
  runId: 'r1',
  createdBy: 'u1',
  createdAt: '2026-11-24T10:00:00Z',
  updatedAt: '2026-11-24T10:00:00Z',
  steps: [],
  blocked: [],
};
const GONE = anAuditedPage({
  url: 'https://northwind.example/old',
  title: null,
  status: 404,
  verdict: 'redirect',
  target: 'https://northwind.example/gutters',
  reason: 'It is gone (status 404) but has 4 clicks.',
  clicks: 4,
  extraClicks: null,
  missingQueries: [],
});

beforeEach(() => {
  signIn();
  server.use(
    http.get('/api/websites', () => ok({ websites: [aWebsite()] })),
    http.get('/api/runs', () => ok({ runs: [], nextCursor: null })),
    http.get('/api/intelligence-engines/content/result', () =>
      ok({ run: RUN, result: anAudit([anAuditedPage(), GONE]) }),
    ),
  );
});

test('website_without_an_audit_says_what_it_needs', async () => {
  server.use(http.get('/api/intelligence-engines/content/result', () => problem(404, 'No result.')));
  renderAt('/content-generator/audit', screens);
  expect(await screen.findByText('No audit of northwind.example yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Crawl the website' })).toHaveAttribute('href', '/crawl?website=w1');
  expect(screen.getByRole('link', { name: 'Import queries' })).toHaveAttribute('href', '/keyword-finder?website=w1');
});

test('run_button_starts_the_audit_of_the_website', async () => {
  const bodies = recordCalls('post', '/api/intelligence-engines/content/execute', () =>
    ok({ run: RUN, engine: anEngine() }),
  );
  server.use(http.get('/api/runs/:id', () => ok({ run: RUN })));
  renderAt('/content-generator/audit', screens);
  await userEvent.click(await screen.findByRole('button', { name: 'Run the audit again' }));
  expect(bodies).toEqual([expect.objectContaining({ action: 'audit', websiteId: 'w1' })]);
});

test('failure_to_load_the_audit_offers_a_retry', async () => {
  server.use(http.get('/api/intelligence-engines/content/result', () => problem(500, 'Broken.')));
  renderAt('/content-generator/audit', screens);
  expect(await screen.findByRole('button', { name: /again|Retry/ })).toBeInTheDocument();
});

test('pages_are_filtered_by_verdict_and_text', async () => {
  renderAt('/content-generator/audit', screens);
  const table = within(await screen.findByRole('region', { name: 'Audited pages' }));
  expect(table.getAllByRole('row')).toHaveLength(3);
  await userEvent.selectOptions(screen.getByLabelText('Verdict'), 'Redirect');
  expect(await table.findByRole('button', { name: '/old' })).toBeInTheDocument();
  expect(table.queryByRole('button', { name: '/gutters' })).not.toBeInTheDocument();
  expect(isListed(anAuditedPage(), 'GUARDS', '')).toBe(true);
  expect(isListed(anAuditedPage(), 'roof', '')).toBe(false);
});

test('drawer_shows_changes_and_creates_a_plan_with_them', async () => {
  const bodies = recordCalls('post', '/api/plans', () => ok({ plan: PLAN, run: RUN }));
  renderAt('/content-generator/audit', screens);
  await userEvent.click(await screen.findByRole('button', { name: '/gutters' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Services' }));
  expect(drawer.getByText('New title')).toBeInTheDocument();
  const lines = within(drawer.getByTestId('diff'));
  expect(lines.getByText('Title: Services').tagName).toBe('DEL');
  expect(lines.getByText('Title: Gutter cleaning: Services | Northwind').tagName).toBe('INS');
  expect(drawer.getByText('gutter guards cost')).toBeInTheDocument();
  await userEvent.click(drawer.getByRole('button', { name: 'Create a plan' }));
  expect(await screen.findByText('The plan')).toBeInTheDocument();
  expect(bodies).toEqual([planOf(anAuditedPage(), 'w1')]);
});

test('plan_has_a_task_for_each_change_then_the_change_log_and_an_experiment', () => {
  const { title, actions } = planOf(GONE, 'w1');
  expect(title).toBe('Redirect /old');
  expect(actions?.map(({ kind }) => kind)).toEqual(['complete_task', 'add_annotation', 'start_experiment']);
  expect(actions?.[1]).toMatchObject({ pages: ['https://northwind.example/old', 'https://northwind.example/gutters'] });
});

test('lines_are_compared_by_their_longest_common_subsequence', () => {
  const changes = diffLines(['a', 'b', 'c'], ['a', 'x', 'c', 'd']).map(({ change, text }) => `${change} ${text}`);
  expect(changes).toEqual(['same a', 'removed b', 'added x', 'same c', 'added d']);
  expect(diffLines([], [])).toEqual([]);
  const many = Array.from({ length: 500 }, (_, index) => `${index}`);
  expect(diffLines(many, many)).toHaveLength(1000);
});

test('csv_guards_formulas_and_unknown_figures_are_empty', () => {
  const lines = csvOf([anAuditedPage({ reason: '=HYPERLINK("x")', position: null })]).split('\r\n');
  expect(lines[0]).toContain('url,verdict,target');
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")",30,1300,,2,320,2,21`);
  expect([pathOf('https://a.example/b?c=1'), pathOf('not an address')]).toEqual(['/b?c=1', 'not an address']);
  expect([rangeText(null), rangeText({ low: 2.4, mid: 3, high: 1200 })]).toEqual([null, '2 to 1,200']);
});

test('pages_that_fail_core_web_vitals_are_listed_with_clicks_source_and_fix', async () => {
  const slow = {
    url: 'https://northwind.example/gutters',
    isOrigin: false,
    basis: 'field' as const,
    device: 'phone',
    failed: [{ metric: 'lcp' as const, value: 4321, good: 2500, isPoor: true }],
    clicks: 1240,
    fix: 'LCP: answer faster',
    source: 'Chrome UX Report',
    from: '2026-10-20',
    to: '2026-11-16',
  };
  const lab = { ...slow, url: 'https://northwind.example/roofs', basis: 'lab' as const, clicks: null, from: null };
  server.use(
    http.get('/api/intelligence-engines/content/result', () =>
      ok({ run: RUN, result: { ...anAudit([anAuditedPage()]), slowPages: [slow, lab] } }),
    ),
  );
  renderAt('/content-generator/audit', screens);
  const table = await screen.findByRole('region', { name: 'Pages that fail Core Web Vitals' });
  const row = within(table).getByRole('row', { name: /gutters/ });
  expect(row).toHaveTextContent('LCP 4.3 s, poor');
  expect(row).toHaveTextContent('1,240');
  expect(row).toHaveTextContent('Field data, 75th percentile: Chrome UX Report, Oct 20, 2026 to Nov 16, 2026');
  const second = within(table).getByRole('row', { name: /roofs/ });
  expect(second).toHaveTextContent('Lab data, no field data');
  expect(second).toHaveTextContent('unknown');
});
