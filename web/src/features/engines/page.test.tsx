import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { ENGINES } from '@/components/engines/engine-words';
import { anEngine, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import EnginePage from './page';

beforeEach(() => server.use(...productHandlers()));

const systemHealth = { overall: 0, apiLatency: 0, dataIngestion: 0, processingQueue: 0, errorRate: 0, uptime: 0 };
const status = (...engines: ReturnType<typeof anEngine>[]) =>
  http.get('/api/intelligence-engines/status', () => HttpResponse.json({ success: true, engines, systemHealth }));

const show = (path: string) =>
  renderAt(
    path,
    <Routes>
      <Route path="intelligence/:engine" element={<EnginePage />} />
      <Route path="keyword-finder" element={<p>the finder</p>} />
    </Routes>,
  );

const causal = anEngine({
  id: 'causal',
  name: 'Causal',
  actions: [],
  status: 'needs_data',
  lastRunAt: null,
  lastDurationMs: null,
  runs: 0,
  insights: 0,
  failures: 0,
  needs: [
    { kind: 'daily', label: 'Daily figures', route: '/keyword-finder' },
    { kind: 'changes', label: 'A log of your changes', route: '//evil.example' },
  ],
});

test('an engine without an action says so, and what it needs', async () => {
  server.use(status(causal));
  show('/intelligence/causal');
  expect(await screen.findByText('This engine has no action yet')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Causal engine' })).toBeInTheDocument();
  expect(screen.getByText('Did my change move it, or would it have moved anyway?')).toBeInTheDocument();
  const needs = screen.getByRole('region', { name: 'What it needs' });
  expect(within(needs).getByRole('link', { name: /Bring it.*Daily figures/ })).toHaveAttribute(
    'href',
    '/keyword-finder?website=w1',
  );
  expect(within(needs).getAllByRole('link')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Analyse' })).not.toBeInTheDocument();
});

test('an unknown outcome is not a figure', async () => {
  server.use(status(causal));
  show('/intelligence/causal');
  const record = await screen.findByRole('region', { name: 'Record' });
  expect(record).toHaveTextContent('not known: no outcome has come in yet');
  expect(record).toHaveTextContent('Last runnever');
});

test('an engine with an action runs it', async () => {
  let body: unknown;
  server.use(
    status({ ...causal, actions: ['impact'], status: 'idle', needs: [] }),
    http.post('/api/intelligence-engines/causal/execute', async ({ request }) => {
      body = await request.json();
      return problem(409, 'A run is under way');
    }),
  );
  show('/intelligence/causal');
  await userEvent.click(await screen.findByRole('button', { name: 'Impact' }));
  expect(await screen.findByText('Failed to execute engine action')).toBeInTheDocument();
  expect(body).toEqual({ action: 'impact', websiteId: 'w1' });
});

test('a failed status shows the promised text and can be tried again', async () => {
  server.use(http.get('/api/intelligence-engines/status', () => problem(500, 'Internal error')));
  show('/intelligence/semantic');
  expect(await screen.findByText('Failed to fetch engine statuses')).toBeInTheDocument();
  server.use(status({ ...causal, id: 'semantic' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  expect(await screen.findByText('This engine has no action yet')).toBeInTheDocument();
});

test('the ten pages have their addresses; the eleventh is the finder', async () => {
  const paths = ENGINES.map((engine) => engine.path);
  expect(paths).toHaveLength(11);
  expect(paths).toContain('/intelligence/patterns');
  expect(paths.filter((path) => path.startsWith('/intelligence/'))).toHaveLength(10);
  show('/intelligence/keyword');
  expect(await screen.findByText('the finder')).toBeInTheDocument();
});

test('an unknown engine is an unknown page', async () => {
  show('/intelligence/astrology');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
});
