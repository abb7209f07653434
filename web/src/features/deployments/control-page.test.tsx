import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { createKeyReader } from '@/lib/shortcuts';
import { aCampaign, aCampaignWorld, campaignHandlers } from '@/testing/campaigns';
import { http, ok } from '@/testing/http';
import { aVertical } from '@/testing/market-data';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { aDeployment, aSiteWorld, LIMITS, siteHandlers } from '@/testing/sites';
import ControlPage from './control-page';

const world = aSiteWorld();
const campaigns = aCampaignWorld();
const off = { isOn: false, reason: '', changedBy: null, changedAt: null };

beforeEach(() => {
  signIn();
  Object.assign(world, aSiteWorld());
  Object.assign(campaigns, aCampaignWorld());
  server.use(
    ...siteHandlers(world),
    ...campaignHandlers(campaigns),
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
  expect(stages).toHaveTextContent('Scored, without a site7In build, up to approval2Being deployed1Live4');
});

test('batch_is_deployed_for_verticals_and_states', async () => {
  const sent = recordCalls('post', '/api/dominator-pipeline/batch-deploy', () =>
    ok({ deployment: aDeployment(), run: aRun(), totalSitesPlanned: 5, skipped: [] }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Deploy a batch' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deploy a batch' });
  const launch = within(dialog).getByRole('button', { name: 'Build the sites' });
  await userEvent.type(await within(dialog).findByLabelText('States (optional)'), 'ok, Texas');
  await userEvent.click(launch);
  expect(await within(dialog).findByText('Choose at least one vertical.')).toBeInTheDocument();
  expect(within(dialog).getByText('TEXAS is not a state. Write its two letters, for example OK.')).toBeInTheDocument();
  await userEvent.click(within(dialog).getByLabelText('HVAC'));
  await userEvent.clear(within(dialog).getByLabelText('States (optional)'));
  await userEvent.type(within(dialog).getByLabelText('States (optional)'), 'ok tx ok');
  await userEvent.clear(within(dialog).getByLabelText('Maximum sites'));
  await userEvent.type(within(dialog).getByLabelText('Maximum sites'), '5');
  await userEvent.type(within(dialog).getByLabelText('Minimum population (optional)'), '50000');
  expect(within(dialog).getByText(/Up to 5 sites for 1 vertical are built/)).toBeInTheDocument();
  await userEvent.click(launch);
  await waitFor(() =>
    expect(sent).toEqual([
      { verticals: ['hvac'], kind: 'goldmine', limit: 5, states: ['OK', 'TX'], minPopulation: 50_000 },
    ]),
  );
  expect(await screen.findByText('Batch started: 5 sites planned')).toBeInTheDocument();
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

test('campaigns_show_stages_budget_and_money', async () => {
  show();
  const card = await screen.findByRole('region', { name: 'Campaigns' });
  expect(await within(card).findByRole('link', { name: 'Oklahoma plumbers' })).toHaveAttribute('href', '/campaigns/c1');
  expect(within(card).getByRole('list', { name: 'Sites of Oklahoma plumbers by stage' })).toHaveTextContent(
    'Awaiting approval 1Live 2Needs attention 1',
  );
  expect(within(card).getByRole('meter', { name: 'Budget left of Oklahoma plumbers' })).toHaveAttribute(
    'aria-valuetext',
    '$760 of $1,000',
  );
  expect(card).toHaveTextContent('Spent$240Revenue$600ROI150%Leads9');
});

test('key_l_opens_a_new_campaign', async () => {
  const { at } = show();
  await screen.findByRole('button', { name: 'Launch campaign' });
  const read = createKeyReader();
  document.addEventListener('keydown', read);
  fireEvent.keyDown(document.body, { key: 'l' });
  document.removeEventListener('keydown', read);
  expect(at()).toBe('/campaigns/new');
});

test('paused_campaign_is_resumed_after_a_review', async () => {
  campaigns.campaigns = [aCampaign({ status: 'paused', pauseReason: 'The budget is used up: $12 left.' })];
  const resumed = recordCalls('post', '/api/campaigns/c1/resume', () => ok({ campaign: aCampaign() }));
  show();
  const card = await screen.findByRole('region', { name: 'Campaigns' });
  expect(await within(card).findByText('The budget is used up: $12 left.')).toBeInTheDocument();
  await userEvent.click(within(card).getByRole('button', { name: 'Resume Oklahoma plumbers' }));
  const dialog = await screen.findByRole('dialog', { name: 'Resume Oklahoma plumbers?' });
  expect(dialog).toHaveTextContent('start up to 2 sites a day and 20 in total, within $1,000');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Resume campaign' }));
  await waitFor(() => expect(resumed).toHaveLength(1));
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

test('deployments_are_filtered_by_status', async () => {
  const asked: string[] = [];
  server.use(
    http.get('/api/deployments', ({ request }) => {
      const status = new URL(request.url).searchParams.get('status') ?? '';
      asked.push(status);
      const deployments = status === '' ? [aDeployment({ name: 'Plumbers of Oklahoma' })] : [];
      return ok({ deployments, limits: LIMITS, nextCursor: null });
    }),
  );
  show();
  const card = await screen.findByRole('region', { name: 'Deployments' });
  await within(card).findByText('Plumbers of Oklahoma');
  await userEvent.selectOptions(within(card).getByLabelText('Status of deployments'), 'Failed');
  expect(await within(card).findByText('No deployment has this status')).toBeInTheDocument();
  expect(asked.at(-1)).toBe('failed');
});
