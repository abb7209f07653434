import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { createKeyReader } from '@/lib/shortcuts';
import { aCampaign, aCampaignWorld, campaignHandlers } from '@/testing/campaigns';
import { http, ok } from '@/testing/http';
import { aVertical } from '@/testing/market-data';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { aSiteWorld, siteHandlers } from '@/testing/sites';
import { pressUndo } from '@/testing/undo';
import { localDrafts } from './local-draft';
import NewCampaignPage, { EditCampaignPage } from './new-page';
import { EMPTY, type Values } from './plan';

const world = aCampaignWorld();
const sites = aSiteWorld();

beforeEach(() => {
  localStorage.clear();
  signIn();
  Object.assign(world, aCampaignWorld());
  Object.assign(sites, aSiteWorld());
  server.use(
    ...siteHandlers(sites),
    ...campaignHandlers(world),
    http.get('/api/payout-data/verticals', () => ok({ data: [aVertical()] })),
    http.get('/api/dominator-pipeline/markets', () => ok({ markets: [], nextCursor: null })),
  );
});

const show = (path = '/campaigns/new') =>
  renderAt(
    path,
    <Routes>
      <Route path="/campaigns/new" element={<NewCampaignPage />} />
      <Route path="/campaigns/:id/edit" element={<EditCampaignPage />} />
      <Route path="/campaigns/:id" element={<p>The campaign</p>} />
    </Routes>,
  );

/** A complete campaign that was entered before. */
function stored(change: Partial<Values> = {}) {
  const values = {
    ...EMPTY,
    name: 'Oklahoma plumbers',
    goalTarget: '5000',
    verticals: ['plumbing'],
    states: 'ok',
    budget: '1000',
    ...change,
  };
  localDrafts.write('u1.', 'new', { values, at: '2026-11-26T10:00:00Z' });
}

const review = async () => {
  stored();
  const view = show('/campaigns/new?step=review');
  await screen.findByRole('button', { name: 'Launch campaign' });
  return view;
};

const next = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

async function enterAll() {
  await userEvent.type(await screen.findByLabelText('Name'), 'Oklahoma plumbers');
  await userEvent.type(screen.getByLabelText('Dollars a month'), '5000');
  await next();
  await userEvent.click(await screen.findByLabelText('Plumbing'));
  await userEvent.type(screen.getByLabelText('States (optional)'), 'ok');
  await next();
  await userEvent.type(await screen.findByLabelText('Total budget'), '1000');
  await next();
  await screen.findByRole('button', { name: 'Launch campaign' });
}

const created = () => recordCalls('post', '/api/campaigns', () => ok({ campaign: aCampaign({ status: 'draft' }) }));

test('step_with_a_fault_is_not_left', async () => {
  show();
  await screen.findByLabelText('Name');
  expect(screen.getByRole('button', { name: /Review/ })).toBeDisabled();
  await next();
  expect(await screen.findByText('Enter a name, for example Oklahoma plumbers.')).toBeInTheDocument();
  expect(screen.getByText('Enter dollars a month, for example 5000.')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveFocus();
});

test('back_and_a_reload_keep_what_was_entered', async () => {
  const { unmount, at } = show();
  await enterAll();
  expect(at()).toBe('/campaigns/new?step=review');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByLabelText('Total budget')).toHaveValue('1000');
  unmount();
  show();
  expect(await screen.findByText('Your draft is back')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('Oklahoma plumbers');
  await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

test('review_shows_the_plan_the_forecast_and_the_dry_run', async () => {
  const sent = recordCalls('post', '/api/campaigns/dry-run', () => ok(world.dryRun));
  await review();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Campaign' })).toHaveTextContent('Plumbing, in OK'));
  const run = screen.getByRole('region', { name: 'Dry run' });
  await waitFor(() => expect(run).toHaveTextContent('Sites1Spent$60Expected profit a month (80% interval)$450'));
  expect(run).toHaveTextContent('No saved scan covers these days');
  expect(within(run).getByRole('row', { name: /Tulsa, OK Site started score 71.2.* \$60/ })).toBeInTheDocument();
  expect(
    within(run).getByRole('row', { name: /Oklahoma City, OK Skipped score 51 is below 60 —/ }),
  ).toBeInTheDocument();
  await userEvent.selectOptions(within(run).getByLabelText('Day'), '2026-11-02');
  expect(run).toHaveTextContent('No market was decided on this day.');
  expect(await screen.findByRole('region', { name: 'Forecast' })).toHaveTextContent('Taken from the budget$180');
  expect(sent).toHaveLength(1);
});

test('ctrl_enter_saves_and_launches_at_once', async () => {
  const sent = created();
  const launched = recordCalls('post', '/api/campaigns/c1/launch', () => ok({ campaign: aCampaign() }));
  const { at } = await review();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Launch campaign' })).toBeEnabled());
  const read = createKeyReader();
  document.addEventListener('keydown', read);
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  document.removeEventListener('keydown', read);
  await waitFor(() => expect(at()).toBe('/campaigns/c1'));
  expect(sent).toEqual([
    expect.objectContaining({ name: 'Oklahoma plumbers', budget: { totalCents: 100_000, providerCents: 0 } }),
  ]);
  await waitFor(() => expect(launched).toHaveLength(1));
  expect(localDrafts.read('u1.', 'new')).toBeNull();
}, 30_000);

test('undone_launch_pauses_the_campaign', async () => {
  created();
  const launched = recordCalls('post', '/api/campaigns/c1/launch', () => ok({ campaign: aCampaign() }));
  const paused = recordCalls('post', '/api/campaigns/c1/pause', () =>
    ok({ campaign: aCampaign({ status: 'paused' }) }),
  );
  await review();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Launch campaign' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Launch campaign' }));
  await screen.findByText('The campaign');
  expect(await screen.findByText('Oklahoma plumbers is launched')).toBeInTheDocument();
  expect(launched).toHaveLength(1);
  await pressUndo();
  expect(await screen.findByText('Launch undone: the campaign is paused')).toBeInTheDocument();
  expect(paused).toHaveLength(1);
}, 30_000);

test('refused_field_leads_to_its_step', async () => {
  recordCalls('post', '/api/campaigns', () =>
    problem(422, 'Some fields are wrong', [{ pointer: '/targets/states', detail: 'no such state: OK' }]),
  );
  const { at } = await review();
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('no such state: OK')).toBeInTheDocument();
  expect(at()).toBe('/campaigns/new?step=targets');
});

test('launch_needs_an_operator_and_a_draft_does_not', async () => {
  sites.missing = ['legalName'];
  const sent = created();
  await review();
  expect(await screen.findByText('First say who runs your sites')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Launch campaign' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('The campaign')).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

test('incomplete_review_names_the_steps', async () => {
  show('/campaigns/new?step=review');
  expect(await screen.findByText('Complete these steps first')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Launch campaign' })).toBeDisabled();
});

test('paused_campaign_is_edited_and_an_active_one_is_not', async () => {
  world.campaigns = [aCampaign({ status: 'paused' })];
  const sent = recordCalls('patch', '/api/campaigns/c1', () => ok({ campaign: aCampaign({ status: 'paused' }) }));
  const { unmount } = show('/campaigns/c1/edit?step=budget');
  const budget = await screen.findByLabelText('Total budget');
  expect(budget).toHaveValue('1000');
  await userEvent.clear(budget);
  await userEvent.type(budget, '2000');
  await next();
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(sent).toEqual([expect.objectContaining({ budget: expect.objectContaining({ totalCents: 200_000 }) })]),
  );
  unmount();
  world.campaigns = [aCampaign()];
  show('/campaigns/c1/edit');
  expect(await screen.findByText('This campaign cannot be edited')).toBeInTheDocument();
});

test('viewer_cannot_create_campaigns', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  show();
  expect(await screen.findByText('You do not have access')).toBeInTheDocument();
});
