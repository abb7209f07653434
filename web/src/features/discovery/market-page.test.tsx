import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import type { ActionResult } from '@/api/engine-results';
import { http, ok } from '@/testing/http';
import { anEngine, aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { aPipelineMarket, aScanMarket, scanHandlers } from '@/testing/scans';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { aSite } from '@/testing/sites';
import { marketAnswer } from './market-answer';
import MarketPage from './market-page';

type Explained = ActionResult<'local.explain'>;

const OWN: NonNullable<Explained['ownSites']> = {
  sites: 12,
  tooYoung: 3,
  otherSites: 0,
  leads: 34,
  expectedLeads: 24.3,
  sentences: ['Your 12 Plumbing sites got 34 leads, 1.4 times the 24.3 expected.'],
  factors: [
    {
      name: 'conversion',
      sites: 12,
      observed: 34,
      expected: 24.3,
      multiplier: { mean: 1.24, p10: 0.95, p50: 1.24, p90: 1.6 },
      credibility: 0.55,
      before: 0.05,
      after: 0.062,
    },
  ],
};

const anExplanation = (change: Partial<Explained> = {}): Explained => ({
  market: aScanMarket(),
  parts: [],
  arithmetic: [{ name: 'profitMonth', formula: '46500 - 1500 cents', result: 45_000 }],
  months: [],
  ownSites: OWN,
  draws: null,
  competition: null,
  serp: null,
  events: null,
  catchment: [{ placeId: '42', label: 'Broken Arrow, OK', distanceKm: 20, population: 113_540, share: 0.4 }],
  queries: [],
  insights: [],
  needs: [],
  rejected: [],
  assumptions: ['Buyers accept and pay for 75 % of leads.'],
  attribution: 'GeoNames, CC BY 4.0',
  currency: 'USD',
  notes: [],
  method: 'local',
  methodVersion: 'local-1.2.0',
  ...change,
});

let sites = [aSite()];
let explanation = anExplanation();

beforeEach(() => {
  signIn();
  sites = [];
  explanation = anExplanation();
  const run = aRun({ id: 'e1', engineId: 'local', action: 'explain', websiteId: null });
  server.use(
    http.get('/api/sites', () => ok({ sites, nextCursor: null })),
    http.get('/api/runs/:id/result', () => ok({ run, result: { ...explanation } })),
    ...scanHandlers(),
  );
});

function show() {
  const route = <Route path="dominator/markets/:vertical/:place" element={<MarketPage />} />;
  return renderAt('/dominator/markets/plumbing/4553433', <Routes>{route}</Routes>);
}

test('market_page_answers_in_one_sentence_and_names_its_reasons', async () => {
  const run = aRun({ id: 'e1', engineId: 'local', action: 'explain', websiteId: null });
  const bodies = recordCalls('post', '/api/intelligence-engines/local/execute', () => ok({ run, engine: anEngine() }));
  sites = [aSite({ name: 'Tulsa plumbers', leads: 34, currentRevenueCents: 170_000 })];
  show();
  expect(
    await screen.findByText(/^A site here is expected to earn \$450 a month after costs, with a 22%/),
  ).toBeVisible();
  expect(screen.getByText(/^80% interval of the monthly profit: \$35 to \$1.9K/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Plumbing in Tulsa, OK');
  expect(bodies).toMatchObject([{ action: 'explain', input: { vertical: 'plumbing', place: '4553433' } }]);
  const mine = await screen.findByRole('row', { name: /Tulsa plumbers/ });
  expect(mine).toHaveTextContent('34');
  expect(mine).toHaveTextContent('$1,700');
  const outcomes = screen.getByRole('region', { name: 'Outcomes of your sites' });
  expect(outcomes).toHaveTextContent('1.4 times the 24.3 expected');
  expect(within(outcomes).getByRole('row', { name: /Leads per visit/ })).toHaveTextContent(
    '1.24 (0.95 to 1.6)55%5%6.2%',
  );
  expect(screen.getByText('$465.00 − $15.00')).toBeVisible();
  const neighbour = screen.getByRole('link', { name: 'Broken Arrow, OK' });
  expect(neighbour).toHaveAttribute('href', '/dominator/markets/plumbing/42');
});

test('a_figure_of_your_own_names_the_source_that_you_gave', async () => {
  const range = { mean: 12_300, p10: 9_918, p50: 12_300, p90: 14_900 };
  const source = { id: 'own', title: 'Contract with Buyer 7', publisher: '', address: '', year: null, grade: null };
  const part: Explained['parts'][number] = {
    name: 'payout',
    label: 'Payout per lead (per lead)',
    unit: 'cents/lead',
    multiplied: 12_300,
    range,
    evidence: 'own',
    grade: null,
    year: null,
    sources: [source],
    overrideWith: 'overrides.payouts',
  };
  explanation = anExplanation({ parts: [part] });
  server.use(
    http.post('/api/intelligence-engines/local/execute', () =>
      ok({ run: aRun({ id: 'e1', engineId: 'local', action: 'explain', websiteId: null }), engine: anEngine() }),
    ),
  );
  show();
  expect(await screen.findByRole('row', { name: /Payout per lead/ })).toHaveTextContent('Contract with Buyer 7');
});

test('market_that_costs_more_than_it_brings_is_a_loss', () => {
  const market = aScanMarket();
  const money = (meanCents: number) => ({ meanCents, p10Cents: -30_000, p50Cents: meanCents, p90Cents: 9_000 });
  const lost = { ...market, profitMonth: money(-1_500), profit12: money(-19_500) };
  const { sentence, note } = marketAnswer({ market: lost, currency: 'USD' });
  expect(sentence).toContain('expected to lose $15 a month after costs');
  expect(note).toContain('In its first year it is expected to lose $195.');
});

test('market_without_demand_states_what_is_missing', async () => {
  const run = aRun({ id: 'e1', engineId: 'local', action: 'explain', websiteId: null });
  server.use(http.post('/api/intelligence-engines/local/execute', () => ok({ run, engine: anEngine() })));
  const market = aScanMarket({ profitMonth: null, profit12: null, demand: null, flags: ['demand_unknown'] });
  explanation = anExplanation({ market, ownSites: null, arithmetic: [] });
  show();
  expect(await screen.findByText(/The profit of a site is unknown here/)).toBeVisible();
  expect(await screen.findByText('No site yet. Deploy this market to build one.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Outcomes of your sites' })).not.toBeInTheDocument();
});

test('saved_market_can_be_deployed_and_another_one_is_added_first', async () => {
  const run = aRun({ id: 'e1', engineId: 'local', action: 'explain', websiteId: null });
  let saved: ReturnType<typeof aPipelineMarket>[] = [];
  server.use(
    http.post('/api/intelligence-engines/local/execute', () => ok({ run, engine: anEngine() })),
    http.get('/api/dominator-pipeline/markets', () => ok({ markets: saved, nextCursor: null })),
    http.post('/api/dominator-pipeline/markets', () => {
      saved = [aPipelineMarket()];
      return ok({ markets: saved, added: 1 });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add to pipeline' }));
  const deploy = await screen.findByRole('link', { name: 'Deploy' });
  expect(deploy).toHaveAttribute('href', '/dominator/goldmine-deployment?pick=p1');
  expect(screen.queryByRole('button', { name: 'Add to pipeline' })).not.toBeInTheDocument();
});
