import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { patchCaches } from '@/app/live/patch-caches';
import { rememberParameters } from '@/lib/remembered-parameters';
import { aRecommendation } from '@/testing/connections';
import { http, ok } from '@/testing/http';
import { onPhone } from '@/testing/media';
import { aMetric, anEngine, anInsight, anOpportunity, aRun, aWebsite, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import HubPage from './page';

beforeEach(() => server.use(...productHandlers()));

const status = (engines: ReturnType<typeof anEngine>[]) =>
  http.get('/api/intelligence-engines/status', () =>
    HttpResponse.json({
      success: true,
      engines,
      systemHealth: { overall: 97, apiLatency: 12, dataIngestion: 0, processingQueue: 0, errorRate: 0, uptime: 93_600 },
    }),
  );

const region = (name: string) => screen.findByRole('region', { name });

test('shows only figures that the server gives, and why the others are not known', async () => {
  renderAt('/dashboard', <HubPage />);
  const figures = await region('Key figures');
  expect(await within(figures).findByText('$12.0K')).toHaveAttribute('title', expect.stringContaining('$5,000'));
  expect(within(figures).getByText('5.4K')).toHaveAttribute('title', '5,400');
  expect(await within(figures).findByText('none recorded')).toBeInTheDocument();
  expect(within(figures).getByText('84 pages can target them')).toBeInTheDocument();
});

test('revenue_is_of_the_website_and_names_its_file', async () => {
  const amounts = [{ currency: 'USD', cents: 13_700_000 }];
  const files = [{ fileName: 'jobs.csv', importedAt: '2026-11-20T10:00:00Z' }];
  const revenue = { from: '2025-11-29', to: '2026-11-28', source: 'imported', amounts, files } as const;
  server.use(http.get('/api/websites/:id/revenue', () => ok(revenue)));
  renderAt('/dashboard', <HubPage />);
  const figures = await region('Key figures');
  expect(await within(figures).findByText('$137K')).toBeInTheDocument();
  expect(within(figures).getByText('imported, jobs.csv')).toBeInTheDocument();
  expect(within(figures).getByText('Revenue, 12 months')).toBeInTheDocument();
});

test('clicks_are_compared_with_the_previous_28_days', async () => {
  const clicks = aMetric({ value: 12_345, change: 0.2345 });
  server.use(http.get('/api/performance/metrics', () => HttpResponse.json({ success: true, metrics: [clicks] })));
  renderAt('/dashboard', <HubPage />);
  const figures = await region('Key figures');
  expect(await within(figures).findByText('Clicks, 28 days')).toBeInTheDocument();
  expect(within(figures).getByText('12.3K')).toHaveAttribute('title', '12,345');
  expect(within(figures).getByText('up 23.5%, better than the previous 28 days')).toBeInTheDocument();
  expect(within(figures).getByText('Impressions')).toBeInTheDocument();
});

test('figures that could not be asked for are shown as they were imported, and asked for again', async () => {
  server.use(http.get('/api/performance/metrics', () => problem(500, 'Internal error')));
  renderAt('/dashboard', <HubPage />);
  const figures = await region('Key figures');
  expect(await within(figures).findByRole('button', { name: 'Retry: Clicks' })).toBeInTheDocument();
  expect(within(figures).getByText('5.4K')).toBeInTheDocument();
});

test('failed_value_is_shown_and_can_be_retried', async () => {
  server.use(http.get('/api/intelligence-engines/keyword/result', () => problem(500, 'Internal error')));
  renderAt('/dashboard', <HubPage />);
  const figures = await region('Key figures');
  const retry = await within(figures).findByRole('button', { name: 'Retry: Monthly value' });
  expect(within(figures).queryByText('Run the keyword engine')).not.toBeInTheDocument();
  server.use(...productHandlers());
  await userEvent.click(retry);
  expect(await within(figures).findByText('$12.0K')).toBeInTheDocument();
});

test('website_without_data_shows_what_to_import', async () => {
  server.use(
    http.get('/api/websites', () =>
      HttpResponse.json({
        success: true,
        websites: [{ ...website, lastImportAt: null, queries: null, clicks: null, impressions: null }],
      }),
    ),
    http.get('/api/intelligence-engines/keyword/result', () => problem(404, 'This engine has not run yet')),
  );
  renderAt('/dashboard', <HubPage />);
  const figures = await region('Key figures');
  const links = await within(figures).findAllByRole('link', { name: 'Import search data' });
  expect(links[0]).toHaveAttribute('href', '/keyword-finder?website=w1');
  expect(within(figures).queryByText('0')).not.toBeInTheDocument();
});

const website = aWebsite();

test('engine_without_input_is_not_shown_as_failed', async () => {
  const error = { type: 'invalid-input', detail: 'Input `n_actions` is missing.' };
  server.use(status([anEngine({ id: 'causal', name: 'Causal', status: 'error', action: 'treatment', error })]));
  renderAt('/dashboard', <HubPage />);
  const engines = await region('Engines');
  expect(await within(engines).findByText('Needs input')).toBeVisible();
  expect(within(engines).queryByText('Failed')).not.toBeInTheDocument();
  expect(within(engines).getByRole('link', { name: /^Enter input for/ })).toHaveAttribute(
    'href',
    '/intelligence/causal?action=treatment&website=w1',
  );
});

test('engine_whose_run_failed_shows_the_reason', async () => {
  const error = { type: 'internal', detail: 'An error.' };
  server.use(status([anEngine({ id: 'causal', name: 'Causal', status: 'error', action: 'impact', error })]));
  renderAt('/dashboard', <HubPage />);
  const engines = await region('Engines');
  expect(await within(engines).findByText('Impact failed: An error.')).toBeVisible();
  expect(within(engines).getByText('Failed')).toBeVisible();
});

test('clicks_are_shown_with_their_forecast_in_one_sentence', async () => {
  const fan = Array.from({ length: 30 }, (_, at) => ({
    date: `2026-11-${String(at + 1).padStart(2, '0')}`,
    p10: 8,
    p50: 10,
    p90: 13,
    lo95: 6,
    hi95: 15,
    naive: 9,
  }));
  const total = { low: 240, mid: 300, high: 390, mean: 305 };
  // The last measured day is one of the forecast.
  const series = ['2026-10-30', '2026-10-31', '2026-11-01'].map((t) => ({ t, v: 12 }));
  server.use(
    http.get('/api/performance/metrics', () => ok({ metrics: [aMetric({ id: 'clicks', series })] })),
    http.get('/api/intelligence-engines/predictive/result', () =>
      ok({ run: aRun(), result: { clicks: { fan, total } } as never }),
    ),
  );
  renderAt('/dashboard', <HubPage />);
  const card = within(await region('Clicks a day'));
  expect(
    await card.findByText('305 clicks are forecast for Nov 1, 2026 to Nov 30, 2026 (80% interval: 240 to 390).'),
  ).toBeInTheDocument();
  expect(await card.findByRole('img')).toHaveAccessibleName(
    /on average 12 in 3 measured days, 10 in the 28 days of the forecast/,
  );
});

test('forecast_that_failed_to_load_is_not_taken_for_none', async () => {
  server.use(http.get('/api/intelligence-engines/predictive/result', () => problem(500, 'Made to fail.')));
  renderAt('/dashboard', <HubPage />);
  const card = within(await region('Clicks a day'));
  expect(await card.findByRole('button', { name: 'Retry: Forecast' })).toBeInTheDocument();
  expect(card.queryByText(/No forecast yet/)).not.toBeInTheDocument();
});

test('milestones_and_achievements_unfold', async () => {
  renderAt('/dashboard', <HubPage />);
  const fold = await screen.findByText('Milestones and achievements');
  expect(screen.queryByRole('region', { name: 'Milestones' })).not.toBeInTheDocument();
  await userEvent.click(fold);
  expect(await within(await region('Milestones')).findByText('20,000 clicks')).toBeInTheDocument();
  expect(await within(await region('Achievements')).findByText('40% complete')).toBeInTheDocument();
});

test('ticker_shows_latest_events_without_further_requests', async () => {
  const asked: string[] = [];
  const record = ({ request }: { request: Request }) => asked.push(new URL(request.url).pathname);
  server.events.on('request:start', record);
  renderAt('/dashboard', <HubPage />);
  const events = await region('Latest events');
  await vi.waitFor(() => expect(within(events).getAllByRole('link')).toHaveLength(2), { timeout: 5000 });
  expect(within(events).getByRole('link', { name: /^Keyword engine, analyse succeeded/ })).toHaveAttribute(
    'href',
    '/keyword-finder?website=w1',
  );
  server.events.removeListener('request:start', record);
  for (const path of ['/api/runs', '/api/intelligence-engines/insights']) {
    expect(asked.filter((each) => each === path)).toHaveLength(1);
  }
});

test('an empty account is led to the import', async () => {
  server.use(http.get('/api/websites', () => HttpResponse.json({ success: true, websites: [] })));
  renderAt('/', <HubPage />);
  expect(await screen.findByText('Import data to get started')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Import search data' })).toHaveAttribute('href', '/keyword-finder');
});

test('each panel fails alone, with its promised text and a way to try again', async () => {
  let fails = true;
  server.use(
    http.get('/api/intelligence-engines/insights', () =>
      fails ? problem(500, 'Internal error') : ok({ insights: [anInsight()], nextCursor: null }),
    ),
  );
  renderAt('/dashboard', <HubPage />);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to fetch engine insights');
  expect(await screen.findByRole('heading', { name: 'Keyword', level: 3 })).toBeInTheDocument();
  fails = false;
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await within(await region('Insights')).findByText(anInsight().title)).toBeInTheDocument();
});

test('an engine that needs data names it with a link, and has no run button', async () => {
  const needs = [{ kind: 'search_data', label: 'Search Console data', route: '/keyword-finder' }];
  server.use(status([anEngine({ status: 'needs_data', needs, lastRunAt: null })]));
  renderAt('/dashboard', <HubPage />);
  expect(await screen.findByRole('link', { name: 'Search Console data' })).toHaveAttribute(
    'href',
    '/keyword-finder?website=w1',
  );
  expect(screen.getByText('Needs data')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Run the Keyword engine' })).not.toBeInTheDocument();
});

test('an engine runs on the website that is shown, and its progress can be cancelled', async () => {
  let body: unknown;
  let cancelled = false;
  const run = aRun({ id: 'r2', status: 'running', finishedAt: null });
  server.use(
    http.post('/api/intelligence-engines/keyword/execute', async ({ request }) => {
      body = await request.json();
      const progress = { percent: 40, stage: 'cluster', message: 'Grouping searches' };
      server.use(status([anEngine({ status: 'running', runId: 'r2', progress })]));
      return HttpResponse.json({ success: true, engine: anEngine({ status: 'running' }), run }, { status: 202 });
    }),
    http.post('/api/runs/r2/cancel', () => {
      cancelled = true;
      return HttpResponse.json({ success: true, run: { ...run, status: 'cancelled' } });
    }),
  );
  renderAt('/dashboard', <HubPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^Run.*Keyword engine/ }));
  expect(await screen.findByText('Grouping searches')).toBeInTheDocument();
  expect(body).toEqual({ action: 'analyse', websiteId: 'w1' });
  expect(screen.getByRole('progressbar', { name: 'Keyword engine' })).toHaveAttribute('aria-valuenow', '40');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the Keyword engine' }));
  await waitFor(() => expect(cancelled).toBe(true));
});

test('an engine runs again with what was filled in the last time', async () => {
  let body: unknown;
  rememberParameters('keyword', 'w1', { valuePerLeadCents: '220', targetPosition: '' });
  server.use(
    http.post('/api/intelligence-engines/keyword/execute', async ({ request }) => {
      body = await request.json();
      return HttpResponse.json({ success: true, engine: anEngine(), run: aRun() }, { status: 202 });
    }),
  );
  renderAt('/dashboard', <HubPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^Run.*Keyword engine/ }));
  await waitFor(() =>
    expect(body).toEqual({ action: 'analyse', websiteId: 'w1', parameters: { valuePerLeadCents: 22_000 } }),
  );
});

test('a live insight waits behind a button, and the list does not move', async () => {
  const { queries } = renderAt('/dashboard', <HubPage />);
  const feed = await region('Insights');
  await within(feed).findByText(anInsight().title);
  const fresh = anInsight({ id: 'i2', title: 'A fresh one', createdAt: '2026-08-03T10:00:00Z' });
  patchCaches(queries, { type: 'engine:insight', timestamp: '', payload: { insight: fresh } });
  const pill = await within(feed).findByRole('button', { name: '1 new' });
  expect(within(feed).queryByText('A fresh one')).not.toBeInTheDocument();
  await userEvent.click(pill);
  const [first] = within(feed).getAllByRole('group');
  expect(first).toHaveTextContent('A fresh one');
});

test('an insight unfolds its evidence, what it takes for granted and what would prove it wrong', async () => {
  renderAt('/dashboard', <HubPage />);
  const feed = await region('Insights');
  await userEvent.click(await within(feed).findByText(anInsight().title));
  const evidence = within(feed).getByRole('table');
  expect(evidence).toHaveTextContent('clicks 120, expected clicks 240');
  expect(evidence).toHaveTextContent('Google Search Console');
  expect(evidence).toHaveTextContent('Jul 31, 2026');
  expect(feed).toHaveTextContent('The result page keeps its shape.');
  expect(feed).toHaveTextContent('No more clicks 60 days after the change.');
  expect(feed).toHaveTextContent('82% confidence');
});

test('engine_filter_is_in_the_address_and_the_request', async () => {
  const asked: URL[] = [];
  server.use(...productHandlers(asked));
  const view = renderAt('/dashboard', <HubPage />);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Engine' }), 'causal');
  expect(await screen.findByText('No insights from this engine yet')).toBeInTheDocument();
  expect(view.at()).toBe('/dashboard?engine=causal');
  const last = asked.filter((url) => url.pathname.endsWith('/insights')).at(-1);
  expect(last?.searchParams.get('engineId')).toBe('causal');
  expect(last?.searchParams.get('limit')).toBe('100');
});

test('refused_implement_is_rolled_back_with_a_message', async () => {
  server.use(http.post('/api/opportunities/o1/implement', () => problem(500, 'Internal error')));
  renderAt('/dashboard', <HubPage />);
  const card = await region('Opportunities');
  await userEvent.click(await within(card).findByRole('button', { name: /^Implement/ }));
  expect(await screen.findByText('Failed to implement opportunity')).toBeInTheDocument();
  expect(within(card).getByRole('button', { name: `Implement: ${anOpportunity().title}` })).toBeInTheDocument();
});

test('a failed run can be tried again from the list of runs', async () => {
  let retried = false;
  const failed = aRun({ status: 'failed', error: { type: 'no-data', detail: 'Import the queries first.' } });
  server.use(
    http.get('/api/runs', () => HttpResponse.json({ success: true, runs: [failed], nextCursor: null })),
    http.post('/api/runs/r1/retry', () => {
      retried = true;
      return HttpResponse.json({ success: true, run: { ...failed, status: 'queued', error: null } });
    }),
  );
  renderAt('/dashboard', <HubPage />);
  const card = await region('Recent runs');
  expect(await within(card).findByText('Import the queries first.')).toBeInTheDocument();
  await userEvent.click(within(card).getByRole('button', { name: /^Retry/ }));
  await waitFor(() => expect(retried).toBe(true));
});

test('phone_folds_the_runs_and_states_their_failures', async () => {
  onPhone();
  const failed = aRun({ status: 'failed', error: { type: 'no-data', detail: 'Import the queries first.' } });
  server.use(http.get('/api/runs', () => HttpResponse.json({ success: true, runs: [failed], nextCursor: null })));
  renderAt('/dashboard', <HubPage />);
  const card = within(await region('Recent runs'));
  expect(await card.findByText('1 failed')).toBeVisible();
  expect(await card.findByText('Import the queries first.')).not.toBeVisible();
  await userEvent.click(card.getByRole('heading', { name: 'Recent runs' }));
  expect(card.getByRole('button', { name: /^Retry/ })).toBeVisible();
});

test('engine_that_works_on_input_leads_to_it_and_offers_no_run', async () => {
  const input = { kind: 'budget', label: 'Enter a budget', route: '/intelligence/strategic' };
  const strategic = anEngine({
    id: 'strategic',
    name: 'Strategic',
    actions: ['portfolio'],
    defaultAction: null,
    input,
  });
  server.use(status([strategic]));
  renderAt('/dashboard', <HubPage />);
  const link = await screen.findByRole('link', { name: 'Enter a budget' });
  expect(link).toHaveAttribute('href', '/intelligence/strategic?website=w1');
  expect(screen.queryByRole('button', { name: /Run the Strategic engine/ })).not.toBeInTheDocument();
});

test('connections_are_recommended_by_the_data_that_engines_lack', async () => {
  server.use(http.get('/api/connections/recommendations', () => ok({ recommendations: [aRecommendation()] })));
  renderAt('/dashboard', <HubPage />);
  const card = within(await region('Recommended connections'));
  expect(card.getByText('Google Search Console')).toBeInTheDocument();
  expect(card.getByText(/^Most analyses start from the queries/)).toBeInTheDocument();
  expect(card.getByText('Makes possible: Keyword')).toBeInTheDocument();
  expect(card.getByText('Improves: Pattern')).toBeInTheDocument();
  expect(card.getByRole('link', { name: 'Connect a provider' })).toHaveAttribute('href', '/settings?tab=connections');
});

test('a_reason_that_a_better_provider_has_too_is_no_reason_for_another', async () => {
  const best = aRecommendation({
    reasons: ['Volumes size the demand.', 'Results name your rivals.', 'Ranks over time.'],
  });
  const other = aRecommendation({ provider: 'serp_api', providerName: 'SerpApi', reasons: ['Ranks over time.'] });
  server.use(http.get('/api/connections/recommendations', () => ok({ recommendations: [best, other] })));
  renderAt('/dashboard', <HubPage />);
  const [, second] = within(await region('Recommended connections')).getAllByRole('listitem');
  expect(second).toHaveTextContent('The same data as above');
});

test('a_reason_of_several_providers_is_stated_once', async () => {
  const [reason] = aRecommendation().reasons;
  const second = aRecommendation({ provider: 'bing_webmaster', providerName: 'Bing Webmaster Tools' });
  const third = aRecommendation({
    provider: 'data_for_seo',
    providerName: 'DataForSEO',
    reasons: [...aRecommendation().reasons, 'Volumes size the demand.'],
  });
  const recommendations = [aRecommendation(), second, third];
  server.use(http.get('/api/connections/recommendations', () => ok({ recommendations })));
  renderAt('/dashboard', <HubPage />);
  const card = await region('Recommended connections');
  expect(card.textContent?.split(String(reason))).toHaveLength(2);
  const [, bing, paid] = within(card).getAllByRole('listitem');
  expect(bing).toHaveTextContent('The same data as above');
  expect(paid).toHaveTextContent('Volumes size the demand.');
});
