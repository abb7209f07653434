import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { ENGINES } from '@/components/engines/engine-words';
import { http } from '@/testing/http';
import { expectToNeedNetwork } from '@/testing/network';
import { anEngine, aRun, productHandlers } from '@/testing/records';
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

test('engine_without_actions_shows_its_missing_data', async () => {
  server.use(status(causal));
  show('/intelligence/causal');
  expect(await screen.findByText('No actions available')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Causal engine' })).toBeInTheDocument();
  expect(screen.getByText('Did my change cause the effect, or would it have happened anyway?')).toBeInTheDocument();
  const needs = screen.getByRole('region', { name: 'Required data' });
  expect(within(needs).getByRole('link', { name: /Add data.*Daily figures/ })).toHaveAttribute(
    'href',
    '/keyword-finder?website=w1',
  );
  expect(within(needs).getAllByRole('link')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Analyze' })).not.toBeInTheDocument();
});

test('an unknown outcome is not a figure', async () => {
  server.use(status(causal));
  show('/intelligence/causal');
  const record = await screen.findByRole('region', { name: 'Run statistics' });
  expect(record).toHaveTextContent('unknown: no outcomes yet');
  expect(record).toHaveTextContent('Last runnever');
});

/** Lazily loaded parts need a longer timeout. */
const LAZY = { timeout: 30_000 };

const POWER = {
  advice: '28 steps (days of a daily series) after a change would show an effect of 9.5 % or more.',
  is_measurable: true,
  steps_for: { '0.1': 22, '0.2': 4 },
};

/** An engine with two actions, one of them run twice. */
function working() {
  const runs = ['r2', 'r1'].map((id) => aRun({ id, engineId: 'causal', action: 'power' }));
  return [
    status({ ...causal, actions: ['impact', 'power'], status: 'idle', needs: [] }),
    http.get('/api/intelligence-engines/causal/parameters', () =>
      HttpResponse.json({
        success: true,
        schema: {
          type: 'object',
          properties: { season: { title: 'Season', type: 'integer', minimum: 0, default: 7 } },
        },
      }),
    ),
    http.get('/api/intelligence-engines/causal/history', () =>
      HttpResponse.json({ success: true, runs, nextCursor: null }),
    ),
    http.get('/api/runs/:id/result', ({ params }) =>
      HttpResponse.json({
        success: true,
        run: aRun({ id: String(params.id), engineId: 'causal', action: 'power' }),
        result: params.id === 'r2' ? POWER : { ...POWER, steps_for: { '0.1': 30, '0.3': 4 }, mde_absolute: 3 },
      }),
    ),
  ];
}

test('an action runs with what only the user knows', async () => {
  let body: unknown;
  server.use(
    ...working(),
    http.post('/api/intelligence-engines/causal/execute', async ({ request }) => {
      body = await request.json();
      return problem(409, 'A run is under way');
    }),
  );
  show('/intelligence/causal');
  await userEvent.type(await screen.findByLabelText('Day of the change'), '2026-09-01');
  await userEvent.type(screen.getByLabelText('Change'), 'New titles');
  await userEvent.click(screen.getByRole('button', { name: 'Measure the impact' }));
  expect(await screen.findByText('Failed to execute engine action')).toBeInTheDocument();
  expect(body).toEqual({
    action: 'impact',
    websiteId: 'w1',
    parameters: {},
    input: { change: '2026-09-01', label: 'New titles' },
  });
});

test('invalid_json_input_is_shown_beside_its_field_and_not_sent', async () => {
  let sent = 0;
  server.use(
    ...working(),
    http.post('/api/intelligence-engines/causal/execute', () => {
      sent += 1;
      return problem(409, 'A run is under way');
    }),
  );
  show('/intelligence/causal?action=power');
  await userEvent.click(await screen.findByRole('button', { name: 'Parameters' }));
  const drawer = within(screen.getByRole('dialog', { name: 'Parameters' }));
  await userEvent.type(await screen.findByLabelText('Input'), '[[1]');
  await userEvent.click(drawer.getByRole('button', { name: 'Calculate the power' }));
  expect(screen.getByLabelText('Input')).toHaveAccessibleDescription(/JSON/);
  expect(sent).toBe(0);
});

test('action_without_a_run_shows_an_empty_state', async () => {
  server.use(...working());
  show('/intelligence/causal');
  expect(await screen.findByText('No results yet')).toBeInTheDocument();
});

/** What changed between both runs. */
function compared() {
  const changed = [
    { table: 'months', key: '2026-11', field: 'sum', before: 10, after: 15, difference: 5, share: 0.5 },
    { table: '', key: '', field: 'mde_relative', before: 0.2, after: 0.1, difference: -0.1, share: -0.5 },
  ];
  const counts = { appeared: 0, vanished: 0, changed: 2, unchanged: 3 };
  return http.get('/api/intelligence-engines/causal/compare', () =>
    HttpResponse.json({ success: true, before: aRun(), after: aRun(), counts, appeared: [], vanished: [], changed }),
  );
}

test('the newest result is shown, and another run can be compared with it', async () => {
  server.use(compared(), ...working());
  const { at } = show('/intelligence/causal?action=power');
  expect(await screen.findByText(/^28 steps .* after a change would/, undefined, LAZY)).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('tab', { name: 'History' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }));
  expect(await screen.findByText('Comparison of two runs')).toBeInTheDocument();
  const figures = await screen.findByRole('region', { name: 'Values of both runs' }, LAZY);
  expect(within(figures).getByText('Detectable')).toBeInTheDocument();
  const fields = await screen.findByRole('region', { name: 'Changed fields' }, LAZY);
  expect(within(fields).getByText('2026-11')).toBeInTheDocument();
  expect(within(fields).getByText('50%')).toBeInTheDocument();
  expect(at()).toContain('compare=r1');
  await userEvent.click(screen.getByRole('button', { name: 'End the comparison' }));
  expect(at()).not.toContain('compare');
});

test('another_run_can_be_chosen_although_the_result_of_the_newest_fails', async () => {
  server.use(
    http.get('/api/runs/r2/result', () => problem(500, 'The result is being moved')),
    ...working(),
  );
  const { at } = show('/intelligence/causal?action=power');
  expect(await screen.findByText('The result is being moved')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('tab', { name: 'History' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }));
  expect(await screen.findByText(/^28 steps .* after a change would/, undefined, LAZY)).toBeInTheDocument();
  expect(at()).toContain('run=r1');
  expect(screen.queryByText('The result is being moved')).not.toBeInTheDocument();
});

test('a_comparison_keeps_the_tabs_to_choose_another_run', async () => {
  server.use(compared(), ...working());
  const { at } = show('/intelligence/causal?action=power&panel=history&compare=r1');
  expect(await screen.findByText('Comparison of two runs')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }));
  expect(await screen.findByText(/^28 steps .* after a change would/, undefined, LAZY)).toBeInTheDocument();
  expect(at()).toContain('run=r1');
  expect(screen.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
});

test('the_shown_result_and_its_tabs_stay_until_another_run_is_loaded', async () => {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  server.use(
    http.get('/api/runs/r1/result', () => sent.then(() => undefined)),
    ...working(),
  );
  show('/intelligence/causal?action=power&panel=history');
  const text = await screen.findByText(/^28 steps .* after a change would/, undefined, LAZY);
  const tabs = screen.getByRole('tablist', { name: 'Details' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }));
  await waitFor(() => expect(text.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true'));
  expect(tabs).toBeInTheDocument();
  send();
  await waitFor(() => expect(tabs.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'false'));
  expect(tabs).toBeInTheDocument();
});

test('the method card can be read on the page', async () => {
  server.use(status({ ...causal, id: 'predictive', name: 'Predictive' }));
  show('/intelligence/predictive');
  await userEvent.click(await screen.findByRole('button', { name: 'Method card' }));
  expect(
    await screen.findByRole('heading', { name: 'Predictive engine', level: 3, hidden: true }, LAZY),
  ).toBeInTheDocument();
});

test('a failed status shows the promised text and can be tried again', async () => {
  server.use(http.get('/api/intelligence-engines/status', () => problem(500, 'Internal error')));
  show('/intelligence/semantic');
  expect(await screen.findByText('Failed to fetch engine statuses')).toBeInTheDocument();
  server.use(status({ ...causal, id: 'semantic' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  expect(await screen.findByText('No actions available')).toBeInTheDocument();
});

test('failed_parameters_are_shown_and_not_requested_repeatedly', async () => {
  let asked = 0;
  server.use(
    http.get('/api/intelligence-engines/causal/parameters', () => {
      asked += 1;
      return problem(500, 'The schema is being written');
    }),
    ...working(),
  );
  show('/intelligence/causal');
  expect(await screen.findByText('The schema is being written')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The schema is being written')).toBeInTheDocument();
  expect(asked).toBe(2);
});

test('engine_without_websites_shows_a_failure_with_retry', async () => {
  server.use(
    status(causal),
    http.get('/api/websites', () => problem(500, 'The list is locked')),
  );
  show('/intelligence/causal');
  expect(await screen.findByText('The list is locked')).toBeInTheDocument();
  server.use(...productHandlers());
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  expect(await screen.findByText('Northwind')).toBeInTheDocument();
});

test('every_engine_has_an_address', async () => {
  const paths = ENGINES.map((engine) => engine.path);
  expect(paths).toHaveLength(11);
  expect(paths).toContain('/intelligence/patterns');
  expect(paths.filter((path) => path.startsWith('/intelligence/'))).toHaveLength(10);
  server.use(status(anEngine({ id: 'keyword', name: 'Keyword', actions: ['analyse', 'expand'] })));
  show('/intelligence/keyword?action=expand');
  expect(await screen.findByRole('heading', { level: 1, name: 'Keyword engine' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Keyword finder' })).toHaveAttribute('href', '/keyword-finder');
  expect(screen.getByRole('button', { name: /Method/ })).toBeInTheDocument();
  expect(await screen.findByRole('textbox', { name: /What you offer/ })).toBeInTheDocument();
});

test('an unknown engine is an unknown page', async () => {
  show('/intelligence/astrology');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
});

test('offline_engine_run_is_disabled_with_the_reason', async () => {
  server.use(...working());
  show('/intelligence/causal?action=power');
  expectToNeedNetwork(await screen.findByRole('button', { name: 'Calculate the power' }));
});

test('parameters_fold_into_a_drawer_once_there_is_a_result', async () => {
  const bodies: unknown[] = [];
  server.use(
    ...working(),
    http.post('/api/intelligence-engines/causal/execute', async ({ request }) => {
      bodies.push(await request.json());
      return problem(409, 'A run is under way');
    }),
  );
  show('/intelligence/causal?action=power');
  await userEvent.click(await screen.findByRole('button', { name: 'Calculate the power' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('A run is under way');
  expect(screen.queryByLabelText('Season')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Parameters' }));
  const drawer = within(screen.getByRole('dialog', { name: 'Parameters' }));
  await userEvent.type(drawer.getByLabelText('Season'), '14');
  await userEvent.click(drawer.getByRole('button', { name: 'Calculate the power' }));
  expect(await drawer.findByText('Failed to execute engine action')).toBeInTheDocument();
  expect(bodies).toEqual([
    { action: 'power', websiteId: 'w1', parameters: {} },
    { action: 'power', websiteId: 'w1', parameters: { season: 14 } },
  ]);
});

test('wrong_parameter_opens_the_drawer_and_gets_the_focus', async () => {
  server.use(...working());
  show('/intelligence/causal?action=power&in.json=%5B%5B1%5D');
  const input = await screen.findByLabelText('Input');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByLabelText('Input')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Calculate the power' }));
  expect(await screen.findByLabelText('Input')).toHaveFocus();
  expect(input).toBeDefined();
});
