import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { aCampaign, aCampaignWorld, anAction, campaignHandlers, someSites } from '@/testing/campaigns';
import { http, ok } from '@/testing/http';
import { aVertical } from '@/testing/market-data';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { aDeployment, aSiteWorld, siteHandlers } from '@/testing/sites';
import AutoDeploymentPage from './auto-page';
import CampaignPage from './detail-page';
import CampaignsPage from './page';

const world = aCampaignWorld();
const sites = aSiteWorld();

beforeEach(() => {
  signIn();
  Object.assign(world, aCampaignWorld());
  Object.assign(sites, aSiteWorld());
  server.use(
    ...siteHandlers(sites),
    ...campaignHandlers(world),
    http.get('/api/payout-data/verticals', () => ok({ data: [aVertical()] })),
  );
});

const show = (path: string) =>
  renderAt(
    path,
    <Routes>
      <Route path="/campaigns" element={<CampaignsPage />} />
      <Route path="/campaigns/:id" element={<CampaignPage />} />
      <Route path="/dominator/auto-deployment" element={<AutoDeploymentPage />} />
    </Routes>,
  );
const region = (name: string) => screen.findByRole('region', { name });

test('list_without_campaigns_leads_to_a_new_one', async () => {
  world.campaigns = [];
  show('/campaigns');
  expect(await screen.findByRole('link', { name: 'Create campaign' })).toHaveAttribute('href', '/campaigns/new');
});

test('list_that_fails_can_be_retried', async () => {
  server.use(http.get('/api/campaigns', () => problem(500, 'The list is being counted')));
  show('/campaigns');
  expect(await screen.findByText('The list is being counted')).toBeInTheDocument();
  server.use(...campaignHandlers(world));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Oklahoma plumbers' })).toBeInTheDocument();
});

test('campaign_shows_goal_budget_and_log', async () => {
  world.actions = [
    anAction(),
    anAction({ id: 'a2', decision: 'skipped', siteId: null, costCents: 0, reason: 'score 51 is below 60' }),
  ];
  show('/campaigns/c1');
  const status = await region('Status');
  expect(status).toHaveTextContent('Goal: $5,000 of revenue a month by Mar 1, 2027$1,250');
  expect(within(status).getByRole('progressbar', { name: 'Progress to the goal' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
  const log = await region('Log');
  expect(
    await within(log).findByRole('row', { name: /Plumbing in Tulsa, OK Site started.* \$60/ }),
  ).toBeInTheDocument();
  expect(within(log).getByRole('row', { name: /Skipped score 51 is below 60 71.2 —/ })).toBeInTheDocument();
  await userEvent.selectOptions(within(log).getByLabelText('Decision'), 'skipped');
  await waitFor(() => expect(within(log).queryByText('Site started', { selector: 'span' })).not.toBeInTheDocument());
  const budget = await region('Budget');
  await userEvent.click(await within(budget).findByRole('radio', { name: 'Table' }));
  expect(within(budget).getByRole('row', { name: 'Start 90000' })).toBeInTheDocument();
  expect(within(budget).getByRole('row', { name: 'Nov 26, 2026 84000' })).toBeInTheDocument();
});

test('log_counts_decisions_of_the_same_day_and_reason', async () => {
  const waits = (id: string, place: string, score: number | null, day = '2026-11-26') =>
    anAction({ id, place, score, day, decision: 'waiting', siteId: null, costCents: 0, reason: '2 of 2 sites today' });
  world.actions = [
    anAction(),
    waits('a2', 'Enid, OK', 60.5),
    anAction({ id: 'a3', place: 'Moore, OK' }),
    waits('a4', 'Norman, OK', 71),
    waits('a5', 'Lawton, OK', null),
    waits('a6', 'Enid, OK', 60.5, '2026-11-25'),
  ];
  show('/campaigns/c1');
  const log = within(await region('Log'));
  expect(await log.findByText('3 markets')).toBeInTheDocument();
  expect(log.getAllByRole('row')).toHaveLength(5);
  const row = log.getByRole('row', { name: /3 markets/ });
  expect(row).toHaveTextContent('60.5 to 71');
  expect(within(row).getByText('Plumbing in Lawton, OK')).toBeInTheDocument();
  expect(log.getByRole('row', { name: /Plumbing in Moore, OK Site started/ })).toBeInTheDocument();
  expect(log.getByRole('row', { name: /Nov 25, 2026 Plumbing in Enid, OK Waiting/ })).toBeInTheDocument();
});

test('log_says_that_more_decisions_may_belong_to_the_last_group', async () => {
  const action = anAction({ decision: 'waiting', siteId: null, costCents: 0, reason: '2 of 2 sites today' });
  server.use(
    http.get('/api/campaigns/:id/actions', () =>
      ok({ actions: [action, { ...action, id: 'a2', place: 'Enid, OK' }], nextCursor: 'more' }),
    ),
  );
  show('/campaigns/c1');
  expect(await within(await region('Log')).findByText('2 or more markets')).toBeInTheDocument();
});

test('active_campaign_is_paused_and_stopped', async () => {
  const paused = recordCalls('post', '/api/campaigns/c1/pause', () =>
    ok({ campaign: aCampaign({ status: 'paused' }) }),
  );
  const stopped = recordCalls('post', '/api/campaigns/c1/stop', () =>
    ok({ campaign: aCampaign({ status: 'stopped' }) }),
  );
  show('/campaigns/c1');
  await userEvent.click(await screen.findByRole('button', { name: 'Pause Oklahoma plumbers' }));
  await waitFor(() => expect(paused).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Stop Oklahoma plumbers' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stop Oklahoma plumbers for good?' });
  expect(stopped).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop campaign' }));
  await waitFor(() => expect(stopped).toHaveLength(1));
});

test('draft_is_reviewed_before_its_launch_which_pauses_when_undone', async () => {
  world.campaigns = [aCampaign({ status: 'draft', nextStepAt: null, sites: someSites({}) })];
  const calls: string[] = [];
  for (const [verb, status] of [
    ['launch', 'active'],
    ['pause', 'paused'],
  ] as const) {
    server.use(
      http.post(`/api/campaigns/c1/${verb}`, () => {
        calls.push(verb);
        world.campaigns = [aCampaign({ status })];
        return ok({ campaign: aCampaign({ status }) });
      }),
    );
  }
  show('/campaigns/c1');
  expect(await screen.findByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/campaigns/c1/edit');
  await userEvent.click(screen.getByRole('button', { name: 'Launch Oklahoma plumbers' }));
  const dialog = await screen.findByRole('dialog', { name: 'Launch Oklahoma plumbers?' });
  expect(dialog).toHaveTextContent('Plumbing, in OK');
  expect(calls).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Launch campaign' }));
  expect(await screen.findByText('Oklahoma plumbers is launched')).toBeInTheDocument();
  expect(calls).toEqual(['launch']);
  await waitFor(() => expect(dialog).not.toBeVisible());
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Launch undone: the campaign is paused')).toBeInTheDocument();
  expect(calls).toEqual(['launch', 'pause']);
  expect(await screen.findByRole('button', { name: 'Resume Oklahoma plumbers' })).toBeInTheDocument();
});

test('refused_launch_leaves_a_draft_and_says_why', async () => {
  world.campaigns = [aCampaign({ status: 'draft', nextStepAt: null, sites: someSites({}) })];
  server.use(http.post('/api/campaigns/c1/launch', () => problem(409, 'Enter the operator first.')));
  show('/campaigns/c1');
  await userEvent.click(await screen.findByRole('button', { name: 'Launch Oklahoma plumbers' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Launch campaign' }));
  expect(await screen.findByText('Enter the operator first.')).toBeInTheDocument();
  expect(screen.queryByText('Oklahoma plumbers is launched')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Launch Oklahoma plumbers' })).toBeInTheDocument();
});

test('draft_is_deleted_after_a_question', async () => {
  world.campaigns = [aCampaign({ status: 'draft' })];
  const deleted = recordCalls('delete', '/api/campaigns/c1', () => ok());
  const { at } = show('/campaigns/c1');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete campaign' }));
  await waitFor(() => expect(deleted).toHaveLength(1));
  await waitFor(() => expect(at()).toBe('/campaigns'));
});

test('missing_campaign_is_not_found', async () => {
  server.use(http.get('/api/campaigns/:id', () => problem(404, 'No campaign')));
  show('/campaigns/c9');
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeInTheDocument();
});

test('auto_deployment_shows_rules_dry_run_and_log_of_the_chosen_campaign', async () => {
  world.campaigns = [
    aCampaign({ id: 'old', name: 'Ended', status: 'stopped' }),
    aCampaign(),
    aCampaign({ id: 'c2', name: 'Texas roofs', status: 'paused', pauseReason: 'The budget is used up: $12 left.' }),
  ];
  const { at } = show('/dominator/auto-deployment');
  const rules = await region('Rules');
  expect(rules).toHaveTextContent('If the score is 60 or more');
  expect(rules).toHaveTextContent('The budget is used up: $12 left.');
  expect(within(rules).getByRole('button', { name: 'Oklahoma plumbers', pressed: true })).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Dry run of Oklahoma plumbers' })).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Sites started by day' })).toBeInTheDocument();
  await userEvent.click(within(rules).getByRole('button', { name: 'Texas roofs' }));
  expect(at()).toBe('/dominator/auto-deployment?campaign=c2');
  expect(await screen.findByRole('heading', { name: 'Audit log of Texas roofs' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Stop execution' })).toBeInTheDocument();
});

test('auto_deployment_without_rules_explains_them', async () => {
  world.campaigns = [];
  show('/dominator/auto-deployment');
  expect(await screen.findByText('No rules yet')).toBeInTheDocument();
});

test('one_site_is_built_for_a_keyword_without_a_rule', async () => {
  world.campaigns = [];
  const deployment = aDeployment({ kind: 'single', name: 'Plumbing, Tulsa', status: 'building' });
  const sent = recordCalls('post', '/api/dominator-pipeline/generate-and-deploy', () =>
    ok({ deployment, run: aRun(), deployedSites: [], skipped: [] }),
  );
  show('/dominator/auto-deployment');
  const card = within(await region('One site'));
  await userEvent.click(card.getByRole('button', { name: 'Build the site' }));
  expect(await card.findByText('Enter a trade and a place, for example plumbing tulsa ok.')).toBeInTheDocument();
  expect(sent).toEqual([]);
  await userEvent.type(card.getByLabelText('Keyword'), ' plumbing tulsa ok ');
  await userEvent.click(card.getByRole('button', { name: 'Build the site' }));
  expect(await card.findByText('Building Plumbing, Tulsa')).toBeInTheDocument();
  expect(sent).toEqual([{ keyword: 'plumbing tulsa ok' }]);
  expect(card.getByRole('link', { name: 'Open the deployments' })).toHaveAttribute(
    'href',
    '/dominator/goldmine-deployment',
  );
  expect(card.getByLabelText('Keyword')).toHaveValue('');
});

test('pipeline_that_fails_says_so_and_names_the_wrong_keyword', async () => {
  let answer = () => new Response(null, { status: 500 });
  server.use(http.post('/api/dominator-pipeline/generate-and-deploy', () => answer() as never));
  show('/dominator/auto-deployment');
  const card = within(await region('One site'));
  await userEvent.type(card.getByLabelText('Keyword'), 'plumbing');
  await userEvent.click(card.getByRole('button', { name: 'Build the site' }));
  expect(await card.findByText('Pipeline failed')).toBeInTheDocument();
  const detail = 'The keyword names no place.';
  answer = () => problem(422, 'Some fields are wrong', [{ pointer: '/keyword', detail }]) as never;
  await userEvent.click(card.getByRole('button', { name: 'Build the site' }));
  expect(await card.findByText(detail)).toBeInTheDocument();
  expect(card.queryByText('Pipeline failed')).not.toBeInTheDocument();
});

test('viewer_sees_campaigns_without_actions', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  show('/campaigns');
  await screen.findByRole('link', { name: 'Oklahoma plumbers' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Pause/ })).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'New campaign' })).not.toBeInTheDocument();
});

test('viewer_sees_rules_and_log_without_a_dry_run', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  show('/dominator/auto-deployment');
  expect(await screen.findByText('You can view campaigns. Ask an editor for a dry run.')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'One site' })).not.toBeInTheDocument();
  expect(await screen.findByRole('row', { name: /Plumbing in Tulsa, OK Site started/ })).toBeInTheDocument();
});
