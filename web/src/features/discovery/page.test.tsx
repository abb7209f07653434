import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { aMarket } from '@/testing/market-data';
import { anEngine, aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { aMarketScan, aPipelineMarket, aScan, type aScanMarket, scanHandlers } from '@/testing/scans';
import { problem, server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { pressUndo } from '@/testing/undo';
import DiscoveryPage from './page';

const PATH = '/dominator/opportunity-discovery';

// jsdom lays nothing out: give the box of the table a height, so that rows are drawn.
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 640 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1200 });
  Element.prototype.scrollTo = () => {};
});

const list = () =>
  ok({ data: [], total: 0, scored: 0, page: 1, pages: 0, mixedBounds: false, rejected: [], attribution: '' });

beforeEach(() => {
  signIn();
  server.use(...scanHandlers(), http.get('/api/payout-data/search', list));
});

const show = (search = '') => renderAt(`${PATH}${search}`, <DiscoveryPage />);
const row = (name: RegExp) => screen.findByRole('row', { name });

test('market_row_shows_figures_with_interval_and_bound', async () => {
  show();
  const market = await row(/Plumbing in Tulsa, OK/);
  expect(market).toHaveTextContent('Tier 2');
  expect(market).toHaveTextContent('$450$35 to $1.9K');
  expect(market).toHaveTextContent('at least 1,268');
  expect(market).toHaveTextContent('22%');
  expect(market).toHaveTextContent('regulated: check the law of the state');
  expect(screen.getByRole('region', { name: 'Summary of the scan' })).toHaveTextContent('Demand unknown106');
  expect(screen.getByText('Different bounds')).toBeInTheDocument();
});

test('scan_answers_first_which_market_earns_most', async () => {
  show();
  expect(
    await screen.findByText('Plumbing in Tulsa, OK is expected to earn most: $450 of profit a month.'),
  ).toBeInTheDocument();
  expect(screen.getByText(/^80% interval: \$35 to \$1.9K\. 45% confidence\./)).toBeInTheDocument();
});

test('first_visit_offers_one_scan_of_all_markets', async () => {
  server.use(...scanHandlers([]));
  const run = aRun({ id: 's1', engineId: 'local', action: 'scan', websiteId: null });
  const bodies = recordCalls('post', '/api/intelligence-engines/local/execute', () => ok({ run, engine: anEngine() }));
  const view = show();
  await screen.findByText('No scan yet');
  await userEvent.click(screen.getByRole('button', { name: 'Scan all markets' }));
  expect(await row(/Plumbing in Tulsa/)).toBeInTheDocument();
  expect(bodies).toEqual([
    { action: 'scan', input: { filters: { verticals: [], states: [], places: [], limit: 2000 } } },
  ]);
  expect(view.at()).toContain('run=s1');
});

test('filters_of_the_address_are_those_of_the_scan', async () => {
  const run = aRun({ id: 's2', engineId: 'local', action: 'scan', websiteId: null });
  const bodies = recordCalls('post', '/api/intelligence-engines/local/execute', () => ok({ run, engine: anEngine() }));
  show('?verticals=plumbing,hvac&states=OK&people=50000&payout=40');
  expect(await screen.findByText(/The results below have other filters/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Scan markets' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  const filters = {
    verticals: ['plumbing', 'hvac'],
    states: ['OK'],
    places: [],
    minPopulation: 50_000,
    minPayoutCents: 4000,
    limit: 2000,
  };
  expect(bodies[0]).toMatchObject({ input: { filters } });
});

test('unknown_city_is_refused_before_a_scan_starts', async () => {
  server.use(
    http.get('/api/payout-data/places', () => ok({ places: [], total: 0, nextCursor: null, attribution: '' })),
  );
  const bodies = recordCalls('post', '/api/intelligence-engines/local/execute');
  show('?city=Nowhere');
  await userEvent.click(await screen.findByRole('button', { name: 'Scan markets' }));
  expect(await screen.findByText(/No city is named "Nowhere"/)).toBeInTheDocument();
  expect(bodies).toEqual([]);
});

test('state_of_the_map_filters_the_grid_by_keyboard', async () => {
  const view = show();
  await row(/HVAC in San Francisco/);
  const first = screen.getByRole('button', { name: /^Alabama: no market with a score/ });
  first.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('button', { name: /^Wyoming/ })).toHaveFocus();
  screen.getByRole('button', { name: /^Oklahoma: 1 market, best \$450/ }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('row', { name: /HVAC/ })).not.toBeInTheDocument());
  expect(view.at()).toContain('at=OK');
  await userEvent.click(screen.getByRole('button', { name: 'View as table' }));
  const states = screen.getByRole('region', { name: 'States' });
  expect(within(states).getByRole('row', { name: /^Oklahoma/ })).toHaveTextContent('1$450Plumbing in Tulsa, OK');
});

test('columns_sort_and_the_order_is_in_the_address', async () => {
  const view = show();
  await row(/Plumbing in Tulsa/);
  await userEvent.click(screen.getByRole('button', { name: 'Payout' }));
  await userEvent.click(screen.getByRole('button', { name: 'Payout' }));
  expect(view.at()).toContain('sort=payout&order=asc');
  const names = screen.getAllByRole('rowheader').map((cell) => cell.textContent);
  expect(names[0]).toContain('HVAC');
});

test('nothing_shown_names_the_filter_to_remove', async () => {
  const view = show('?tier=tier1&q=plumbing');
  expect(await screen.findByText('No markets match')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove the tier filter (1 market)' }));
  expect(await row(/Plumbing in Tulsa/)).toBeInTheDocument();
  expect(view.at()).not.toContain('tier=');
});

test('failed_scan_names_the_filters_to_remove', async () => {
  const failed = aRun({
    id: 's9',
    engineId: 'local',
    action: 'scan',
    status: 'failed',
    error: { type: 'no-input', detail: 'No markets admitted: widen the filters.' },
  });
  server.use(
    ...scanHandlers([]),
    http.get('/api/runs/:id', () => ok({ run: failed })),
  );
  recordCalls('post', '/api/intelligence-engines/local/execute', () => ok({ run: failed, engine: anEngine() }));
  const view = show('?payout=9000');
  await userEvent.click(await screen.findByRole('button', { name: 'Scan markets' }));
  expect(await screen.findByText(/widen the filters/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove minimum payout' }));
  expect(view.at()).not.toContain('payout');
});

test('selected_markets_are_compared_and_added_with_undo', async () => {
  const bodies = recordCalls('post', '/api/dominator-pipeline/markets', () =>
    ok({ markets: [aPipelineMarket(), aPipelineMarket({ id: 'p2', vertical: 'hvac', placeId: '5391959' })], added: 2 }),
  );
  const removed: string[] = [];
  server.use(
    http.delete('/api/dominator-pipeline/markets/:id', ({ params }) => {
      removed.push(String(params.id));
      return ok();
    }),
  );
  const view = show();
  await row(/Plumbing in Tulsa/);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Plumbing in Tulsa, OK' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select HVAC in San Francisco, CA' }));
  expect(decodeURIComponent(view.at())).toContain('pick=plumbing:4553433,hvac:5391959');
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  const dialog = screen.getByRole('dialog', { name: 'Compare markets' });
  expect(within(dialog).getByRole('row', { name: /^Difficulty/ })).toHaveTextContent('5757');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add to pipeline' }));
  expect(await screen.findByText('2 markets added to the pipeline')).toBeInTheDocument();
  const markets = [
    { vertical: 'plumbing', place: '4553433' },
    { vertical: 'hvac', place: '5391959' },
  ];
  expect(bodies).toEqual([{ markets, runId: 's1' }]);
  await pressUndo();
  await waitFor(() => expect(removed).toEqual(['p1', 'p2']));
});

test('open_market_shows_its_failed_calculation_with_retry', async () => {
  server.use(http.post('/api/intelligence-engines/local/execute', () => problem(503, 'The queue is full')));
  show('?row=plumbing:4553433');
  const drawer = await screen.findByRole('dialog', { name: 'Plumbing in Tulsa, OK' });
  expect(await within(drawer).findByText('Failed to execute engine action')).toBeInTheDocument();
  expect(within(drawer).getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  expect(drawer).toHaveTextContent('Payback7 months');
});

test('viewer_sees_scans_without_actions', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  show('?row=plumbing:4553433&pick=plumbing:4553433');
  const drawer = await screen.findByRole('dialog', { name: 'Plumbing in Tulsa, OK' });
  expect(drawer).toHaveTextContent('Ask an editor');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Scan markets' })).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'Add to pipeline' })).not.toBeInTheDocument();
});

test('scan_that_cannot_be_loaded_offers_a_retry', async () => {
  server.use(http.get('/api/runs/:id/result', () => problem(500, 'The result is being moved')));
  show();
  expect(await screen.findByText('Failed to load the scan')).toBeInTheDocument();
  server.use(...scanHandlers());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row(/Plumbing in Tulsa/)).toBeInTheDocument();
});

test('markets_without_demand_are_listed_apart_by_population', async () => {
  const unknown = aMarket({
    vertical: 'chimney',
    verticalName: 'Chimney sweep',
    score: null,
    tier: null,
    demand: null,
  });
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('/api/payout-data/search', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return ok({
        data: [unknown],
        total: 1,
        scored: 0,
        page: 1,
        pages: 1,
        mixedBounds: false,
        rejected: [],
        attribution: '',
      });
    }),
  );
  show();
  const card = await screen.findByRole('region', { name: 'Markets without a score' });
  expect(await within(card).findByRole('row', { name: /Chimney sweep in Tulsa/ })).toHaveTextContent('411,401');
  expect(card).toHaveTextContent('Unknown: search volume');
  expect(card).toHaveTextContent('Import Keyword Planner volumes.');
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ vertical: 'chimney', sort: 'population' });
});

test('two_scans_are_compared_by_rank', async () => {
  const [first, second] = aScan().markets as [ReturnType<typeof aScanMarket>, ReturnType<typeof aScanMarket>];
  const scans = [aMarketScan('s1'), aMarketScan('s0', { verticals: ['plumbing'], minPayoutCents: 2500 })];
  server.use(...scanHandlers(scans, (id) => aScan({ markets: id === 's1' ? [first, second] : [second, first] })));
  const view = show();
  const card = await screen.findByRole('region', { name: 'Scans' });
  expect(card).toHaveTextContent('Plumbing; all states; payout from $25');
  await userEvent.click(within(card).getByRole('button', { name: 'Compare' }));
  const up = await screen.findByRole('region', { name: 'Moved up' });
  expect(up).toHaveTextContent('Plumbing in Tulsa, OKrank 2 to rank 1');
  await userEvent.click(within(card).getByRole('button', { name: 'Open', hidden: true }));
  expect(view.at()).toContain('run=s0');
  expect(view.at()).toContain('payout=25');
});
