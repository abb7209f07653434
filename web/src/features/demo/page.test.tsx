import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { aDemo } from '@/testing/demo-record';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import DemoPage from './page';

test('demo_shows_planted_and_found_effects_marked_as_simulated', async () => {
  server.use(http.get('/api/demo', () => HttpResponse.json({ success: true, demo: aDemo() })));
  renderAt('/demo', <DemoPage />);
  const changes = await screen.findByRole('region', { name: 'Planted and detected changes' });
  const [, found, silent] = within(changes).getAllByRole('row');
  expect(found).toHaveTextContent('+20%');
  expect(found).toHaveTextContent('+18%');
  expect(found).toHaveTextContent('Found');
  expect(silent).toHaveTextContent('nothing');
  expect(silent).toHaveTextContent('Correctly ignored');
  for (const name of ['Engines', 'Forecast', 'Keywords', 'Further checks', 'Insights']) {
    expect(within(screen.getByRole('region', { name })).getByText('Simulated')).toBeInTheDocument();
  }
  expect(screen.getByText('Not shown: why')).toBeInTheDocument();
  expect(screen.getByText(/\bfact$/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/register');
});

test('a failure can be tried again', async () => {
  server.use(http.get('/api/demo', () => problem(500, 'Something broke.')));
  renderAt('/demo', <DemoPage />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
