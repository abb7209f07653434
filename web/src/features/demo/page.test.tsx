import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import type { Demo } from '@/api/types';
import { aDemo } from '@/testing/demo-record';
import { http } from '@/testing/http';
import { onPhone } from '@/testing/media';
import { anInsight, usd } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { nextActions } from './next-actions-card';
import DemoRoutes from './routes';

/** Opens a page of the demo. */
function open(path = '/demo') {
  server.use(http.get('/api/demo', () => HttpResponse.json({ success: true, demo: aDemo() })));
  renderAt(
    path,
    <Routes>
      <Route path="demo/*" element={<DemoRoutes />} />
    </Routes>,
  );
}

test('accuracy_test_shows_planted_and_found_effects_marked_as_simulated', async () => {
  open('/demo/accuracy');
  const changes = await screen.findByRole('region', { name: 'Planted and detected changes' });
  const [, found, silent] = within(changes).getAllByRole('row');
  expect(found).toHaveTextContent('+20%');
  expect(found).toHaveTextContent('+18%');
  expect(found).toHaveTextContent('Found');
  expect(silent).toHaveTextContent('nothing');
  expect(silent).toHaveTextContent('Correctly ignored');
  for (const name of ['Forecast', 'Further checks']) {
    expect(within(screen.getByRole('region', { name })).getByText('Simulated')).toBeInTheDocument();
  }
  expect(screen.getByText(/found 1 of 1 planted changes/)).toBeInTheDocument();
});

test('demo_opens_on_the_hub_with_sample_data_and_links_to_the_accuracy_test', async () => {
  open();
  const figures = await screen.findByRole('region', { name: 'Key figures' });
  expect(figures).toHaveTextContent('Clicks');
  expect(screen.getByRole('heading', { level: 1, name: 'Intelligence hub' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Accuracy test' })).toHaveAttribute('href', '/demo/accuracy');
  expect(screen.queryByText(/planted changes/)).not.toBeInTheDocument();
  for (const name of ['Engines', 'Forecast', 'Keywords', 'Insights']) {
    expect(within(screen.getByRole('region', { name })).getByText('Simulated')).toBeInTheDocument();
  }
  expect(screen.getByText('Not shown: why')).toBeInTheDocument();
  expect(screen.getByText(/\bfact$/)).toBeInTheDocument();
  for (const link of screen.getAllByRole('link', { name: 'Start Free Trial' })) {
    expect(link).toHaveAttribute('href', '/register');
  }
});

test('phone_shows_figures_forecast_and_actions_and_unfolds_a_section_on_request', async () => {
  onPhone();
  open();
  expect(await screen.findByRole('region', { name: 'Forecast' })).toHaveTextContent('Actual: 208');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const keywords = screen.getByRole('region', { name: 'Keywords' });
  await userEvent.click(within(keywords).getByRole('heading', { name: 'Keywords' }));
  expect(within(keywords).getByRole('table')).toHaveTextContent('plumber alderbrook');
});

test('next_actions_are_the_most_valuable_of_each_engine', () => {
  const action = { kind: 'build_site', label: 'Build a site', target: null };
  const of = (engineId: Demo['insights'][number]['engineId'], title: string, mid: number, over = {}) =>
    anInsight({ id: title, engineId, title, action, impact: usd(1, mid, mid * 2), ...over });
  const chosen = nextActions([
    of('local', 'Second city', 200),
    of('local', 'Best city', 300),
    of('keyword', 'Best page', 400),
    of('strategic', 'Nothing to do', 900, { action: null }),
    of('competitive', 'Unknown value', 0, { impact: null }),
  ]);
  expect(chosen.map(({ title }) => title)).toEqual(['Best page', 'Best city']);
});

test('a failure can be tried again', async () => {
  server.use(http.get('/api/demo', () => problem(500, 'Something broke.')));
  renderAt('/demo', <DemoRoutes />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
