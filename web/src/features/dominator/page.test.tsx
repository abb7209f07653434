import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { LedgerTransaction, PipelineRevenue } from '@/api/leads';
import type { PipelineStatus } from '@/api/pipeline';
import { http, ok } from '@/testing/http';
import { aMarket, aPlace } from '@/testing/market-data';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { aPipelineMarket } from '@/testing/scans';
import { problem, server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { aDeployment, aSite, aSiteWorld, siteHandlers } from '@/testing/sites';
import { pressUndo } from '@/testing/undo';
import DominatorPage from './page';

const NO_CALLS = {
  totalCalls: 0,
  successRate: null,
  costPerCall: null,
  monthlySpend: 0,
  dailySpend: 0,
  avgResponseTime: null,
  lastUsed: null,
};

function aStatus(markets = [aPipelineMarket()]): Omit<PipelineStatus, 'success'> {
  return {
    opportunities: markets,
    stages: { scan: 0, score: markets.length, build: 0, deploy: 0, revenue: 0 },
    expected: markets.length > 0 ? [{ stage: 'score', currency: 'USD', markets: 1, profitCents: 45_000 }] : [],
  };
}

const best = (stats: typeof NO_CALLS | Record<string, unknown> = NO_CALLS) =>
  http.get('/api/dominator-pipeline/high-value-opportunities', () =>
    ok({
      topOpportunities: [aMarket()],
      goldmineLocations: [
        { place: aPlace(), markets: 1, profitCents: 45_000, bestVertical: 'plumbing', bestVerticalName: 'Plumbing' },
      ],
      scraperStats: stats as typeof NO_CALLS,
      attribution: '',
    }),
  );

const NO_MONEY: PipelineRevenue['metrics'] = {
  currency: 'USD',
  totalRevenue: 0,
  totalRevenueCents: 0,
  monthlyRevenue: 0,
  monthlyRevenueCents: 0,
  dailyRevenue: 0,
  dailyRevenueCents: 0,
  totalCostsCents: 0,
  revenueByTier: { tier1: 0, tier2: 0, tier3: 0, untiered: 0 },
  revenueByVertical: {},
  projectedMonthlyRevenue: null,
  projection: null,
  profitMargin: null,
  roi: null,
};

function aTransaction(changes: Partial<LedgerTransaction> = {}): LedgerTransaction {
  return {
    id: '0193b1a0-0000-7000-8000-0000000000aa',
    reason: 'lead_accepted',
    debited: 'receivable',
    credited: 'lead_revenue',
    amountCents: 4_500,
    currency: 'USD',
    note: '',
    occurredAt: '2026-11-02T10:00:00Z',
    postedAt: '2026-11-02T10:00:00Z',
    isByHand: false,
    reversalId: null,
    buyerId: null,
    buyerName: null,
    leadId: null,
    place: null,
    vertical: 'plumbing',
    websiteId: null,
    websiteName: 'Tulsa Plumbing',
    ...changes,
  };
}

const world = aSiteWorld({ sites: [] });

beforeEach(() => {
  signIn();
  Object.assign(world, aSiteWorld({ sites: [] }));
  server.use(
    ...siteHandlers(world),
    http.get('/api/dominator-pipeline/pipeline/status', () => ok(aStatus())),
    http.get('/api/websites', () => ok({ websites: [] })),
    http.get('/api/dominator-pipeline/revenue', () => ok({ metrics: NO_MONEY, history: [] })),
    best(),
  );
});

const show = () => renderAt('/dominator', <DominatorPage />);
const stage = (name: string) => screen.findByRole('region', { name });

test('board_shows_counts_money_and_what_fills_each_stage', async () => {
  show();
  const score = await stage('Score');
  expect(score).toHaveTextContent('Score1$450 expected profit a month');
  expect(score).toHaveTextContent('Plumbing in Tulsa, OK$450 a month ($35 to $1.9K)');
  expect(await stage('Build')).toHaveTextContent('Deploy scored markets: they appear here');
  expect(await stage('Revenue')).toHaveTextContent('Revenue is recorded from deployed sites');
  expect(await screen.findByText(/No provider was called yet/)).toBeInTheDocument();
  expect(await screen.findByRole('row', { name: /Plumbing in Tulsa, OK Tier 2 \$450/ })).toBeInTheDocument();
});

test('removed_market_is_added_again_by_undo', async () => {
  const removed: string[] = [];
  server.use(
    http.delete('/api/dominator-pipeline/markets/:id', ({ params }) => {
      removed.push(String(params.id));
      return ok();
    }),
  );
  const added = recordCalls('post', '/api/dominator-pipeline/markets', () =>
    ok({ markets: [aPipelineMarket()], added: 1 }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Plumbing in Tulsa, OK' }));
  await waitFor(() => expect(removed).toEqual(['p1']));
  await pressUndo();
  await waitFor(() => expect(added).toEqual([{ markets: [{ vertical: 'plumbing', place: '4553433' }], runId: 's1' }]));
});

test('empty_pipeline_leads_to_discovery', async () => {
  server.use(http.get('/api/dominator-pipeline/pipeline/status', () => ok(aStatus([]))));
  show();
  const link = within(await stage('Score')).getByRole('link', { name: 'Find markets' });
  expect(link).toHaveAttribute('href', '/dominator/opportunity-discovery');
});

test('markets_abroad_are_not_offered_to_a_website_of_another_country', async () => {
  const settings = { ...aWebsite().settings, market: { vertical: 'Disability services', place: 'Perth, WA' } };
  const website = { ...aWebsite(), name: 'Perth Care', settings: { ...settings, currency: 'AUD' } };
  server.use(http.get('/api/websites', () => ok({ websites: [website] })));
  show();
  const markets = await stage('Best markets');
  expect(await within(markets).findByText('No market in the country of Perth Care')).toBeInTheDocument();
  expect(within(markets).getByRole('link', { name: 'Add places' })).toHaveAttribute('href', '/market-data?tab=own');
  expect(within(markets).queryByRole('row', { name: /Tulsa/ })).not.toBeInTheDocument();
});

test('figures_about_calls_are_shown_once_there_are_calls', async () => {
  server.use(
    best({ ...NO_CALLS, totalCalls: 12, successRate: 0.75, costPerCall: 0.5, monthlySpend: 6, avgResponseTime: 840 }),
  );
  show();
  const calls = await stage('Provider calls');
  expect(await within(calls).findByText('75%')).toBeInTheDocument();
  expect(calls).toHaveTextContent('Cost per call$0.50');
  expect(calls).toHaveTextContent('Mean duration840 ms');
});

test('one_failing_panel_leaves_the_others', async () => {
  server.use(http.get('/api/dominator-pipeline/pipeline/status', () => problem(500, 'The board is being counted')));
  show();
  expect(await screen.findByText('The board is being counted')).toBeInTheDocument();
  expect(await screen.findByRole('row', { name: /Plumbing in Tulsa/ })).toBeInTheDocument();
});

test('viewer_sees_the_board_without_actions', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  show();
  await stage('Score');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument());
});

test('markets_show_their_site_with_its_status_and_earnings', async () => {
  const live = { id: 'r1', number: 1, url: null, deployedAt: '2026-11-24T10:00:00Z' };
  world.sites = [aSite({ status: 'live', liveRelease: live, currentRevenueCents: 9000, leads: 2 })];
  server.use(
    http.get('/api/dominator-pipeline/pipeline/status', () => ok(aStatus([aPipelineMarket({ stage: 'revenue' })]))),
  );
  show();
  const revenue = await stage('Revenue');
  const link = await within(revenue).findByRole('link', { name: 'Tulsa Plumbing Guide' });
  expect(link).toHaveAttribute('href', '/dominator/sites/s1');
  expect(revenue).toHaveTextContent('Live$90, 2 leads');
});

test('site_of_another_market_is_not_shown_in_the_stage', async () => {
  world.sites = [aSite({ places: [{ id: '1', name: 'Enid, OK' }] })];
  show();
  const sites = await stage('Sites');
  expect(await within(sites).findByRole('link', { name: 'Tulsa Plumbing Guide' })).toBeInTheDocument();
  expect(within(await stage('Score')).queryByRole('link', { name: 'Tulsa Plumbing Guide' })).not.toBeInTheDocument();
});

test('deployments_at_work_are_listed_and_finished_ones_are_not', async () => {
  world.deployments = [aDeployment(), aDeployment({ id: 'd2', name: 'Old', status: 'succeeded' })];
  show();
  const list = await screen.findByRole('list', { name: 'Deployments at work' });
  expect(list).toHaveTextContent('Oklahoma, first roundAwaiting approval0 of 3 deployed');
  expect(within(list).queryByText('Old')).not.toBeInTheDocument();
});

test('revenue_is_shown_by_tier_vertical_day_and_transaction', async () => {
  server.use(
    http.get('/api/dominator-pipeline/revenue', () =>
      ok({
        metrics: {
          ...NO_MONEY,
          totalRevenue: 120.5,
          totalRevenueCents: 12_050,
          totalCostsCents: 2_000,
          revenueByTier: { tier1: 0, tier2: 100, tier3: 0, untiered: 20.5 },
          revenueByVertical: { plumbing: 100, other: 20.5 },
          profitMargin: 0.83,
        },
        history: [
          { date: '2026-11-01', revenue: 100, revenueCents: 10_000, costCents: 0 },
          { date: '2026-11-02', revenue: 20.5, revenueCents: 2_050, costCents: 2_000 },
        ],
      }),
    ),
    http.get('/api/payout-data/verticals', () => ok({ data: [] })),
    http.get('/api/ledger', () => ok({ transactions: [aTransaction()], nextCursor: null })),
  );
  show();
  const money = await screen.findByRole('region', { name: 'Revenue and costs' });
  expect(await within(money).findByText('$120.50')).toBeInTheDocument();
  expect(screen.getByText(/\$121 in total for \$20 of costs, from the ledger after refunds/)).toBeInTheDocument();
  expect(money).toHaveTextContent('Profit margin83%');
  const shares = await screen.findByRole('region', { name: 'Revenue by tier and vertical' });
  expect(within(shares).getByRole('list', { name: 'Revenue by tier' })).toHaveTextContent(
    'Tier 1$0Tier 2$100Tier 3$0Without a tier$20.50',
  );
  expect(within(shares).getByRole('list', { name: 'Revenue by vertical' })).toHaveTextContent(
    'Plumbing$100Without a vertical$20.50',
  );
  const latest = await screen.findByRole('region', { name: 'Latest transactions' });
  expect(await within(latest).findByText('$45.00')).toBeInTheDocument();
});

test('transactions_that_take_money_back_are_negative', async () => {
  const rows = [
    aTransaction({ id: 'a', reason: 'payment', debited: 'cash', credited: 'receivable', amountCents: 9_000 }),
    aTransaction({ id: 'b', reason: 'payment', debited: 'receivable', credited: 'cash', amountCents: 9_100 }),
    aTransaction({ id: 'c', reason: 'rent', debited: 'rent_revenue', credited: 'receivable', amountCents: 9_200 }),
    aTransaction({ id: 'd', reason: 'hosting', debited: 'receivable', credited: 'hosting_costs', amountCents: 9_300 }),
  ];
  server.use(
    http.get('/api/dominator-pipeline/revenue', () =>
      ok({ metrics: { ...NO_MONEY, totalRevenue: 1, totalRevenueCents: 100 }, history: [] }),
    ),
    http.get('/api/payout-data/verticals', () => ok({ data: [] })),
    http.get('/api/ledger', () => ok({ transactions: rows, nextCursor: null })),
  );
  show();
  const latest = await screen.findByRole('region', { name: 'Latest transactions' });
  for (const text of ['$90.00', '-$91.00', '-$92.00', '$93.00']) {
    expect(await within(latest).findByText(text)).toBeInTheDocument();
  }
});

test('without_money_the_dashboard_shows_figures_only', async () => {
  show();
  expect(await screen.findByText('Needs 14 days of revenue')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Latest transactions' })).not.toBeInTheDocument();
});
