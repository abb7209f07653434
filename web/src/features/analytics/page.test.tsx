import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Forecast } from '@/api/forecasts';
import { http, ok } from '@/testing/http';
import { aMetric, aMilestone, anAchievement, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import AnalyticsPage from './page';

const clicks = aMetric();
const position = aMetric({
  id: 'position',
  name: 'Average position',
  unit: 'position',
  value: 11.6,
  change: 0.6,
  direction: 'down_is_good',
});
const point = { t: '2026-11-01', value: 100, mean: 121, p10: 100, p50: 120, p90: 140 };
const SCENARIOS = ['pessimistic', 'realistic', 'optimistic'] as const;
const predictions = SCENARIOS.map((scenario, index) => ({
  scenario,
  metric: 'clicks',
  unit: 'clicks',
  points: ['2026-11-01', '2026-11-02'].map((t) => ({ ...point, t, value: [100, 120, 140][index] ?? 0 })),
  madeAt: '2026-11-01T08:00:00Z',
  method: 'models weighed',
  backtest: { mase: 0.72, coverage80: 0.81, n: 80 },
}));
const forecast: Forecast = {
  id: 'f1',
  websiteId: 'w1',
  engineId: 'predictive',
  runId: 'r1',
  kind: 'quantity',
  subject: 'clicks:2026-11-01:2026-11-28',
  statement: 'Clicks of the next 28 days',
  probability: null,
  quantiles: { mean: 3000, p10: 2800, p50: 3000, p90: 3200 },
  naive: null,
  model: 'm',
  version: 'prior',
  madeAt: '2026-11-01T00:00:00Z',
  dueAt: '2026-11-29T00:00:00Z',
  outcome: null,
  outcomeAt: null,
};

beforeEach(() =>
  server.use(
    http.get('/api/performance/metrics', () => ok({ metrics: [clicks, position] })),
    http.get('/api/performance/predictions', () => ok({ predictions })),
    http.get('/api/performance/milestones', () => ok({ milestones: [aMilestone()] })),
    http.get('/api/performance/achievements', () => ok({ achievements: [anAchievement()] })),
    http.get('/api/forecasts', () => ok({ forecasts: [forecast], nextCursor: null })),
    http.get('/api/calibration', () =>
      ok({ calibration: [{ engineId: 'keyword' as const, claimed: 0.8, observed: 0.7, n: 20 }] }),
    ),
    ...productHandlers(),
  ),
);

test('chosen_metric_is_plotted_and_in_the_address', async () => {
  const { at } = renderAt('/analytics', <AnalyticsPage />);
  expect(await screen.findByRole('application', { name: /Clicks per day\. Measured/ })).toBeInTheDocument();
  expect(
    screen.getByText(/^3,475 clicks in the 28 days to Oct 31, 2026, 2.2% more than in the previous 28 days/),
  ).toBeInTheDocument();
  const tile = screen.getByRole('button', { name: /Average position/ });
  expect(tile).toHaveTextContent('down 0.6 places, worse than the previous 28 days');
  await userEvent.click(tile);
  expect(await screen.findByRole('application', { name: /Average position per day/ })).toBeInTheDocument();
  expect(at()).toContain('metric=position');
  expect(screen.getByRole('link', { name: 'Visits' })).toHaveAttribute('href', '/visits?website=w1');
});

test('scenario_can_be_chosen_and_its_backtest_is_shown', async () => {
  const { at } = renderAt('/analytics', <AnalyticsPage />);
  expect(await screen.findByRole('application', { name: /Clicks per day, realistic.*Total 240/ })).toBeInTheDocument();
  expect(screen.getByText(/81% of 80 values were inside/)).toBeInTheDocument();
  await userEvent.click(screen.getByText('Optimistic'));
  expect(await screen.findByRole('application', { name: /Clicks per day, optimistic.*Total 280/ })).toBeInTheDocument();
  expect(at()).toContain('scenario=optimistic');
});

test('a refused change of a milestone is taken back, with the promised text', async () => {
  server.use(http.patch('/api/performance/milestones/m1', () => problem(500, 'Internal error')));
  renderAt('/analytics', <AnalyticsPage />);
  const state = await screen.findByLabelText('State of "20,000 clicks"');
  await userEvent.selectOptions(state, 'completed');
  expect(await screen.findByText('Failed to update milestone')).toBeInTheDocument();
  expect(state).toHaveValue('in_progress');
});

test('forecast_ledger_and_calibration_show_forecasts_and_outcomes', async () => {
  renderAt('/analytics', <AnalyticsPage />);
  const ledger = await screen.findByRole('region', { name: 'Forecast history' });
  expect(await within(ledger).findByText('3,000 (2,800 to 3,200)')).toBeInTheDocument();
  expect(within(ledger).getByText('not due yet')).toBeInTheDocument();
  const calibration = await screen.findByRole('region', { name: 'Calibration' });
  expect(await within(calibration).findByRole('row', { name: 'Keyword 80% 70% 10% 20' })).toBeInTheDocument();
});

test('each panel fails alone, with the promised texts', async () => {
  server.use(
    ...['metrics', 'predictions', 'milestones', 'achievements'].map((path) =>
      http.get(`/api/performance/${path}`, () => problem(500, 'Internal error')),
    ),
  );
  renderAt('/analytics', <AnalyticsPage />);
  for (const text of ['performance metrics', 'predictions', 'milestones', 'achievements']) {
    expect(await screen.findByText(`Failed to fetch ${text}`)).toBeInTheDocument();
  }
  expect(await screen.findByText('Clicks of the next 28 days')).toBeInTheDocument();
});

test('refused_forecast_shows_its_reason', async () => {
  server.use(http.post('/api/performance/calculate-predictions', () => problem(409, 'Too few days')));
  renderAt('/analytics', <AnalyticsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Calculate forecast' }));
  expect(await screen.findByText('Failed to calculate predictions')).toBeInTheDocument();
});
