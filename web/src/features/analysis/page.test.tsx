import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { createKeyReader } from '@/lib/shortcuts';
import { anAnalysis } from '@/testing/analysis';
import { http, ok } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { signIn } from '@/testing/session';
import AnalysisPage from './page';

const saved = vi.hoisted(() => ({ files: [] as [string, string][] }));
vi.mock('@/lib/save-file', () => ({
  saveText: (text: string, name: string) => saved.files.push([name, text]),
  saveFile: () => {},
}));

beforeEach(() => {
  signIn();
  saved.files = [];
});

function serve(change: Parameters<typeof anAnalysis>[0] = {}) {
  const asked: (string | null)[] = [];
  server.use(
    http.get('/api/dominator-pipeline/analysis', ({ request }) => {
      const currency = new URL(request.url).searchParams.get('currency');
      asked.push(currency);
      return ok({ ...anAnalysis(change), ...(currency ? { currency } : {}) });
    }),
  );
  return asked;
}

const show = (path = '/dominator/analysis') => renderAt(path, <AnalysisPage />);
const region = (name: string) => screen.findByRole('region', { name });

test('totals_cohorts_and_groups_are_shown', async () => {
  serve();
  show();
  const totals = await region('Totals');
  expect(totals).toHaveTextContent('Revenue$1,000Costs$63Profit$937ROI1,487%Sites3Never live1');
  expect(totals).toHaveTextContent('With $100 of revenue and $0 of costs that concern none of the sites.');
  const tiers = await region('By tier');
  expect(within(tiers).getByRole('row', { name: 'Tier 1 1 $900 $12 $888 7,400%' })).toBeInTheDocument();
  expect(within(tiers).getByRole('row', { name: 'No tier 2 $100 $51 $49 96%' })).toBeInTheDocument();
  const verticals = await region('By vertical');
  expect(within(verticals).getByRole('row', { name: 'No vertical 0 $100 $0 $100 —' })).toBeInTheDocument();
  expect(await region('Revenue by site')).toHaveTextContent('All revenue is from Tulsa Plumbing Guide: $900.');
  expect(await region('Cost and revenue')).toHaveTextContent('2 sites have a loss.');
  expect(screen.queryByText(/of data so far/)).not.toBeInTheDocument();
});

test('sites_with_revenue_are_compared_in_a_chart', async () => {
  serve({ sites: anAnalysis().sites.map((site, at) => ({ ...site, revenueCents: at === 0 ? 90_000 : 5_000 })) });
  show();
  const card = await region('Revenue by site');
  expect(card).toHaveTextContent('1 of 3 sites brings 80% of the revenue.');
  expect(within(card).getByRole('application')).toBeInTheDocument();
});

test('single_month_and_single_site_are_stated_without_a_chart', async () => {
  const { sites, cohorts } = anAnalysis();
  const ages = [{ age: 0, revenueCents: 90_000, costCents: 1_200 }];
  serve({ sites: sites.slice(0, 1), cohorts: cohorts.slice(0, 1).map((cohort) => ({ ...cohort, sites: 1, ages })) });
  show();
  const month = await region('Cohorts by launch month and age');
  expect(month).toHaveTextContent('1 site went live in Oct 2026, the only month so far.');
  expect(within(month).queryByRole('application')).not.toBeInTheDocument();
  const costs = await region('Cost and revenue');
  expect(costs).toHaveTextContent('cost $12, revenue $900, profit $888');
  expect(within(costs).queryByRole('application')).not.toBeInTheDocument();
});

test('heat_map_is_read_by_the_arrow_keys_and_follows_the_measure', async () => {
  serve();
  const { at } = show();
  const card = await region('Cohorts by launch month and age');
  const chart = within(card).getByRole('application');
  fireEvent.keyDown(chart, { key: 'ArrowRight' });
  fireEvent.keyDown(chart, { key: 'ArrowRight' });
  expect(card).toHaveTextContent('Oct 2026, 2 sites, month 1: revenue per site $450');
  fireEvent.keyDown(chart, { key: 'ArrowDown' });
  expect(card).toHaveTextContent('Nov 2026, 0 sites, month 1: revenue per site not begun');
  await userEvent.click(within(card).getByRole('radio', { name: 'Profit' }));
  expect(at()).toBe('/dominator/analysis?cohort=profit');
  fireEvent.keyDown(chart, { key: 'ArrowUp' });
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  await waitFor(() => expect(card).toHaveTextContent(/month 0: profit -\$52/));
  await userEvent.click(within(card).getByRole('radio', { name: 'Table' }));
  expect(within(card).getByRole('row', { name: 'Oct 2026 2 -$52 $900' })).toBeInTheDocument();
});

test('site_opens_from_the_charts', async () => {
  serve();
  const { at } = show();
  const chart = within(await region('Cost and revenue')).getByRole('application');
  fireEvent.keyDown(chart, { key: 'ArrowRight' });
  expect(await region('Cost and revenue')).toHaveTextContent('=SUM(1), HVAC, Plumbing in Tulsa, OK: cost $11');
  fireEvent.keyDown(chart, { key: 'ArrowRight' });
  fireEvent.keyDown(chart, { key: 'Enter' });
  expect(at()).toBe('/dominator/sites/s1');
});

test('sites_to_give_up_have_reasons_and_a_link', async () => {
  serve();
  show();
  const card = await region('Sites to give up');
  expect(card).toHaveTextContent('Live for 200 days, and no lead and no revenue in the last 90 days.');
  expect(within(card).getByRole('link', { name: 'Settings of Enid Roofing Guide' })).toHaveAttribute(
    'href',
    '/dominator/sites/s2?tab=settings',
  );
});

test('export_by_the_key_e_guards_formulas', async () => {
  serve();
  show();
  await region('Totals');
  const read = createKeyReader();
  document.addEventListener('keydown', read);
  fireEvent.keyDown(document.body, { key: 'e' });
  document.removeEventListener('keydown', read);
  expect(saved.files).toHaveLength(1);
  const [[name, text] = ['', '']] = saved.files;
  expect(name).toBe('sites-2026-11-26.csv');
  expect(text.split('\r\n')).toHaveLength(5);
  expect(text).toContain(`"'=SUM(1), HVAC",draft`);
});

test('short_history_is_noted', async () => {
  serve({ days: 3, firstDay: '2026-11-24' });
  show();
  expect(await screen.findByText('Only 3 days of data so far')).toBeInTheDocument();
});

test('currency_is_chosen_in_the_address', async () => {
  const asked = serve();
  const { at } = show();
  await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'EUR');
  expect(at()).toBe('/dominator/analysis?currency=EUR');
  await waitFor(() => expect(asked).toEqual([null, 'EUR']));
  expect(await screen.findByText('€1,000')).toBeInTheDocument();
});

test('empty_analysis_leads_to_the_deployment', async () => {
  serve({ sites: [], days: 0, firstDay: null, cohorts: [], tiers: [], verticals: [], prune: [], pruneTotal: 0 });
  show();
  expect(await screen.findByRole('link', { name: 'Deploy markets' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

test('failure_can_be_retried', async () => {
  server.use(http.get('/api/dominator-pipeline/analysis', () => problem(500, 'The ledger is busy')));
  show();
  expect(await screen.findByText('The ledger is busy')).toBeInTheDocument();
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await region('Totals')).toBeInTheDocument();
});
