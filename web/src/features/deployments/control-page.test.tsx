import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { aVertical } from '@/testing/market-data';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { aDeployment, aSiteWorld, siteHandlers } from '@/testing/sites';
import ControlPage from './control-page';

const world = aSiteWorld();
const off = { isOn: false, reason: '', changedBy: null, changedAt: null };

beforeEach(() => {
  signIn();
  Object.assign(world, aSiteWorld());
  server.use(
    ...siteHandlers(world),
    http.get('/api/payout-data/verticals', () =>
      ok({ data: [aVertical(), aVertical({ slug: 'hvac', name: 'HVAC' })] }),
    ),
    http.get('/api/dominator-pipeline/pipeline/status', () =>
      ok({ opportunities: [], stages: { scan: 0, score: 7, build: 2, deploy: 1, revenue: 4 }, expected: [] }),
    ),
  );
});

const show = () => renderAt('/domination/dashboard', <ControlPage />);

test('stages_show_the_counts_of_the_server', async () => {
  show();
  const stages = await screen.findByRole('region', { name: 'Markets by stage' });
  expect(stages).toHaveTextContent('Scored, without a site7Being built2Being deployed1Live4');
});

test('campaign_is_launched_for_verticals_and_states', async () => {
  const sent = recordCalls('post', '/api/dominator-pipeline/batch-deploy', () =>
    ok({ deployment: aDeployment(), run: aRun(), totalSitesPlanned: 5, skipped: [] }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Launch campaign' }));
  const dialog = await screen.findByRole('dialog', { name: 'Launch a campaign' });
  const launch = within(dialog).getByRole('button', { name: 'Launch campaign' });
  await userEvent.type(await within(dialog).findByLabelText('States (optional)'), 'ok, Texas');
  await userEvent.click(launch);
  expect(await within(dialog).findByText('Choose at least one vertical.')).toBeInTheDocument();
  expect(within(dialog).getByText('TEXAS is not a state. Write its two letters, for example OK.')).toBeInTheDocument();
  await userEvent.click(within(dialog).getByLabelText('HVAC'));
  await userEvent.clear(within(dialog).getByLabelText('States (optional)'));
  await userEvent.type(within(dialog).getByLabelText('States (optional)'), 'ok tx ok');
  await userEvent.clear(within(dialog).getByLabelText('Most sites'));
  await userEvent.type(within(dialog).getByLabelText('Most sites'), '5');
  await userEvent.type(within(dialog).getByLabelText('People from (optional)'), '50000');
  expect(within(dialog).getByText(/Up to 5 sites for 1 vertical are built/)).toBeInTheDocument();
  await userEvent.click(launch);
  await waitFor(() =>
    expect(sent).toEqual([
      { verticals: ['hvac'], kind: 'goldmine', limit: 5, states: ['OK', 'TX'], minPopulation: 50_000 },
    ]),
  );
  expect(await screen.findByText('Campaign launched: 5 sites planned')).toBeInTheDocument();
});

test('all_deployments_at_work_are_paused_and_resumed_together', async () => {
  world.deployments = [
    aDeployment({ id: 'd1', status: 'building' }),
    aDeployment({ id: 'd2', name: 'Texas', status: 'waiting' }),
    aDeployment({ id: 'd3', name: 'Old', status: 'succeeded' }),
  ];
  const paused: string[] = [];
  server.use(
    http.post('/api/deployments/:id/pause', ({ params }) => {
      paused.push(String(params.id));
      world.deployments = world.deployments.map((each) =>
        each.id === params.id ? { ...each, status: 'paused' } : each,
      );
      return ok({ deployment: aDeployment({ id: String(params.id), status: 'paused' }) });
    }),
  );
  const resumed = recordCalls('post', '/api/deployments/:id/resume', () => ok({ deployment: aDeployment() }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Pause all' }));
  await waitFor(() => expect(paused.sort()).toEqual(['d1', 'd2']));
  await userEvent.click(await screen.findByRole('button', { name: 'Resume all' }));
  await waitFor(() => expect(resumed).toHaveLength(2));
});

test('kill_switch_is_thrown_from_here', async () => {
  const sent = recordCalls('put', '/api/kill-switch', () =>
    ok({ isStopped: true, workspace: { ...off, isOn: true }, operator: off }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop execution' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop execution' }));
  await waitFor(() => expect(sent).toEqual([{ isOn: true, reason: '' }]));
});

test('viewer_cannot_launch_or_stop', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  world.deployments = [aDeployment()];
  show();
  await screen.findByText('Oklahoma, first round');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Launch campaign' })).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'Pause all' })).not.toBeInTheDocument();
});
