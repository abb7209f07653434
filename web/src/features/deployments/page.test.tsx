import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { expectToNeedNetwork } from '@/testing/network';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { aPipelineMarket } from '@/testing/scans';
import { problem, server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { aDeployment, anOperator, aSite, aSiteWorld, siteHandlers } from '@/testing/sites';
import GoldmineDeploymentPage from './page';

const world = aSiteWorld();
const MARKETS = [
  aPipelineMarket(),
  aPipelineMarket({ id: 'p2', city: 'Norman', placeId: '4543762', tier: 'tier1', profitCents: 90_000 }),
  aPipelineMarket({ id: 'p3', city: 'Enid', stage: 'build' }),
];

beforeEach(() => {
  signIn();
  Object.assign(world, aSiteWorld());
  server.use(
    ...siteHandlers(world),
    http.get('/api/dominator-pipeline/markets', () => ok({ markets: MARKETS, nextCursor: null })),
  );
});

const show = (path = '/dominator/goldmine-deployment') => renderAt(path, <GoldmineDeploymentPage />);
const started = () => ok({ deployment: aDeployment({ sitesPlanned: 2 }), run: aRun(), deployedSites: [], skipped: [] });

test('chosen_markets_are_built_with_theme_target_and_name', async () => {
  const sent = recordCalls('post', '/api/dominator-pipeline/deploy-goldmines', started);
  const { at } = show();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose Plumbing in Norman, OK' }));
  expect(at()).toContain('pick=p2');
  await userEvent.click(screen.getByRole('button', { name: 'Choose all 2' }));
  await userEvent.click(screen.getByRole('radio', { name: /Orchard/ }));
  await userEvent.type(screen.getByLabelText('Name of the deployment (optional)'), 'First round');
  await userEvent.click(await screen.findByRole('button', { name: 'Build 2 sites' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        markets: [
          { vertical: 'plumbing', place: '4553433' },
          { vertical: 'plumbing', place: '4543762' },
        ],
        theme: 'orchard',
        name: 'First round',
      },
    ]),
  );
  expect(await screen.findByText('Building 2 sites')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Build sites' })).toBeDisabled();
});

test('markets_with_a_site_are_not_offered', async () => {
  show();
  await screen.findByRole('checkbox', { name: 'Choose Plumbing in Tulsa, OK' });
  expect(screen.queryByText(/Enid/)).not.toBeInTheDocument();
  expect(screen.getByText('$900 a month')).toBeInTheDocument();
});

test('summary_states_pages_approval_and_the_cap_of_a_day', async () => {
  show('/dominator/goldmine-deployment?pick=p1,p2');
  const summary = await screen.findByRole('region', { name: 'What will happen' });
  expect(summary).toHaveTextContent('2 sites are built, one for each market. Each has at most 45 pages.');
  expect(summary).toHaveTextContent('Without your approval none is deployed.');
  expect(summary).toHaveTextContent('At most 3 new sites go live on a day.');
  expect(summary).toHaveTextContent('Expected profit of all together: $1,350 a month.');
  expect(summary).toHaveTextContent(/Modelled cost to run the sites: .+ for each, .+ together a month/);
});

test('incomplete_operator_leads_to_its_form_and_holds_the_deployment', async () => {
  world.missing = ['legalName', 'postalAddress'];
  show('/dominator/goldmine-deployment?pick=p1');
  expect(await screen.findByText(/Still missing: legal name, postal address/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Enter the operator' })).toHaveAttribute('href', '/dominator/operator');
  expect(screen.getByRole('button', { name: 'Build 1 site' })).toBeDisabled();
});

test('failure_keeps_the_choice_and_names_the_reason', async () => {
  server.use(
    http.post('/api/dominator-pipeline/deploy-goldmines', () =>
      problem(409, 'Each of these markets has a site already.'),
    ),
  );
  show('/dominator/goldmine-deployment?pick=p1');
  const button = await screen.findByRole('button', { name: 'Build 1 site' });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Deployment failed');
  expect(alert).toHaveTextContent('Each of these markets has a site already.');
  expect(screen.getByRole('button', { name: 'Build 1 site' })).toBeEnabled();
});

test('stopped_execution_is_announced', async () => {
  world.isStopped = true;
  show();
  expect(await screen.findByText('Plan execution in this workspace is stopped')).toBeInTheDocument();
});

test('empty_pipeline_leads_to_discovery', async () => {
  server.use(http.get('/api/dominator-pipeline/markets', () => ok({ markets: [], nextCursor: null })));
  show();
  expect(await screen.findByText('No scored market without a site')).toBeInTheDocument();
  expect(await screen.findByText('No deployments yet')).toBeInTheDocument();
});

test('deployment_shows_counts_and_its_errors_with_their_sites', async () => {
  const errors = [{ siteId: 's9', name: 'Enid Guide', detail: 'The bucket refused the upload. Check its key.' }];
  world.deployments = [aDeployment({ status: 'failed', sitesDeployed: 2, sitesWaiting: 0, errorCount: 1, errors })];
  const retried = recordCalls('post', '/api/deployments/d1/retry', () => ok({ deployment: aDeployment() }));
  show();
  const problems = await screen.findByRole('region', { name: 'Errors of Oklahoma, first round' });
  expect(await within(problems).findByRole('link', { name: 'Enid Guide' })).toHaveAttribute(
    'href',
    '/dominator/sites/s9',
  );
  expect(problems).toHaveTextContent('The bucket refused the upload. Check its key.');
  expect(screen.getByRole('region', { name: 'Deployments' })).toHaveTextContent(
    'Planned3Built3Waiting0Deployed2Errors1',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Retry Oklahoma, first round' }));
  await waitFor(() => expect(retried).toHaveLength(1));
});

test('errors_of_a_large_deployment_are_folded', async () => {
  const errors = Array.from({ length: 300 }, (_, at) => ({
    siteId: `s${at}`,
    name: `Guide ${at}`,
    detail: 'Cancelled.',
  }));
  world.deployments = [aDeployment({ status: 'cancelled', sitesWaiting: 0, errorCount: 300, errors })];
  show();
  const problems = await screen.findByRole('region', { name: 'Errors of Oklahoma, first round' });
  const more = await within(problems).findByText('Show 295 more');
  expect(within(problems).getByRole('link', { name: 'Guide 4' })).toBeVisible();
  expect(within(problems).getByText('Guide 5')).not.toBeVisible();
  await userEvent.click(more);
  expect(within(problems).getByRole('link', { name: 'Guide 299' })).toBeVisible();
});

test('approval_lists_the_waiting_sites_before_it_is_sent', async () => {
  world.deployments = [aDeployment()];
  world.sites = [aSite(), aSite({ id: 's2', name: 'Blocked Guide', status: 'blocked' })];
  const approved = recordCalls('post', '/api/deployments/d1/approve', () => ok({ deployment: aDeployment() }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Oklahoma, first round' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve 2 sites?' });
  expect(await within(dialog).findByText('Tulsa Plumbing Guide')).toBeInTheDocument();
  expect(within(dialog).queryByText('Blocked Guide')).not.toBeInTheDocument();
  expect(approved).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve and deploy' }));
  await waitFor(() => expect(approved).toEqual([{ version: '9f86d081884c7d65' }]));
});

test('deployment_that_waits_for_a_person_shows_no_progress_and_no_pause', async () => {
  world.deployments = [
    aDeployment({ progress: 83, sitesDeployed: 1 }),
    aDeployment({ id: 'd2', name: 'Texas', status: 'deploying', progress: 75 }),
  ];
  show();
  expect(await screen.findByText('1 site is live. 2 sites wait for your approval.')).toBeInTheDocument();
  expect(screen.queryByRole('progressbar', { name: 'Progress of Oklahoma, first round' })).not.toBeInTheDocument();
  expect(screen.queryByText('83%')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Pause Oklahoma, first round' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Approve Oklahoma, first round' })).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'Progress of Texas' })).toHaveAttribute('aria-valuenow', '75');
  expect(screen.getByRole('button', { name: 'Pause Texas' })).toBeInTheDocument();
});

test('approval_of_regulated_trades_asks_for_the_review', async () => {
  world.deployments = [aDeployment()];
  world.operator = anOperator({ reviewerName: 'Jane Doe', reviewerCredentials: '' });
  const sent: unknown[] = [];
  server.use(
    http.post('/api/deployments/d1/approve', async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      const detail = 'The trade is regulated: a named person reviews the pages.';
      if (sent.length === 1) return problem(409, detail, [{ pointer: '/review', detail }]);
      return ok({ deployment: aDeployment({ status: 'deploying' }) });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Oklahoma, first round' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve 2 sites?' });
  expect(within(dialog).queryByLabelText('Qualification')).not.toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve and deploy' }));
  expect(await within(dialog).findByLabelText('Name of the reviewer')).toHaveValue('Jane Doe');
  expect(screen.queryByText('Failed to approve the deployment')).not.toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText('Qualification'), 'licensed attorney');
  await userEvent.click(within(dialog).getByLabelText('This person has reviewed these pages'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve and deploy' }));
  const version = '9f86d081884c7d65';
  await waitFor(() =>
    expect(sent).toEqual([
      { version },
      { version, review: { name: 'Jane Doe', credentials: 'licensed attorney', isConfirmed: true } },
    ]),
  );
  expect(await screen.findByText('Approved: its sites are being deployed')).toBeInTheDocument();
});

const INJURY = {
  vertical: 'personal-injury',
  verticalName: 'Personal injury law',
  reviewer: 'a licensed attorney',
  siteCount: 2,
  sites: [
    { id: 's7', name: 'Boise Injury Guide' },
    { id: 's8', name: 'Tulsa Injury Guide' },
  ],
};
const DENTAL = {
  vertical: 'dental',
  verticalName: 'Dentistry',
  reviewer: 'a licensed dentist',
  siteCount: 1,
  sites: [{ id: 's9', name: 'Tulsa Dental Guide' }],
};

test('approval_of_a_mixed_deployment_asks_for_the_review_of_each_trade_at_once', async () => {
  world.deployments = [aDeployment({ sitesWaiting: 4, reviewsNeeded: [DENTAL, INJURY] })];
  world.operator = anOperator({ reviewerName: 'Jane Doe', reviewerCredentials: 'attorney' });
  const sent: unknown[] = [];
  server.use(
    http.post('/api/deployments/d1/approve', async ({ request }) => {
      sent.push(await request.json());
      return ok({ deployment: aDeployment({ status: 'deploying' }) });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Oklahoma, first round' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve 4 sites?' });
  const dentistry = await within(dialog).findByRole('group', { name: 'Dentistry' });
  expect(dentistry).toHaveTextContent('a licensed dentist reviews Tulsa Dental Guide.');
  const injury = within(dialog).getByRole('group', { name: 'Personal injury law' });
  expect(injury).toHaveTextContent('a licensed attorney reviews Boise Injury Guide, Tulsa Injury Guide.');
  const approve = within(dialog).getByRole('button', { name: 'Approve and deploy' });
  const name = within(dentistry).getByLabelText('Name of the reviewer');
  await userEvent.clear(name);
  await userEvent.type(name, 'Joe Roe');
  await userEvent.clear(within(dentistry).getByLabelText('Qualification'));
  await userEvent.type(within(dentistry).getByLabelText('Qualification'), 'dentist');
  await userEvent.click(within(dentistry).getByLabelText('This person has reviewed these pages'));
  expect(approve).toBeDisabled();
  await userEvent.click(within(injury).getByLabelText('This person has reviewed these pages'));
  await userEvent.click(approve);
  expect(await screen.findByText('Approved: its sites are being deployed')).toBeInTheDocument();
  expect(sent).toEqual([
    {
      version: '9f86d081884c7d65',
      reviews: [
        { vertical: 'dental', name: 'Joe Roe', credentials: 'dentist', isConfirmed: true },
        { vertical: 'personal-injury', name: 'Jane Doe', credentials: 'attorney', isConfirmed: true },
      ],
    },
  ]);
});

test('other_sites_of_a_mixed_deployment_are_approved_without_the_reviews', async () => {
  world.deployments = [aDeployment({ sitesWaiting: 2, reviewsNeeded: [DENTAL] })];
  const sent: unknown[] = [];
  server.use(
    http.post('/api/deployments/d1/approve', async ({ request }) => {
      sent.push(await request.json());
      return ok({ deployment: aDeployment({ status: 'deploying' }) });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Oklahoma, first round' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve 2 sites?' });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Approve the other sites only' }));
  expect(await screen.findByText('Approved: its sites are being deployed')).toBeInTheDocument();
  expect(sent).toEqual([{ version: '9f86d081884c7d65', leavesUnreviewed: true }]);
});

test('deployment_is_cancelled_after_a_question_and_paused_at_once', async () => {
  world.deployments = [aDeployment({ status: 'building' })];
  const cancelled = recordCalls('post', '/api/deployments/d1/cancel', () => ok({ deployment: aDeployment() }));
  const paused = recordCalls('post', '/api/deployments/d1/pause', () => ok({ deployment: aDeployment() }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Pause Oklahoma, first round' }));
  await waitFor(() => expect(paused).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel Oklahoma, first round' }));
  expect(cancelled).toHaveLength(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel deployment' }));
  await waitFor(() => expect(cancelled).toHaveLength(1));
});

test('deployment_that_is_being_cancelled_offers_nothing_but_its_sites', async () => {
  world.deployments = [aDeployment({ status: 'cancelling', errorCount: 2, sitesWaiting: 0 })];
  show();
  expect(await screen.findByRole('link', { name: 'Sites of Oklahoma, first round' })).toBeInTheDocument();
  expect(screen.getByText('Cancelling', { selector: 'span' })).toBeInTheDocument();
  for (const label of ['Retry', 'Cancel', 'Pause', 'Approve']) {
    expect(screen.queryByRole('button', { name: `${label} Oklahoma, first round` })).not.toBeInTheDocument();
  }
});

test('viewer_sees_deployments_without_actions', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  world.deployments = [aDeployment()];
  show();
  expect(await screen.findByText('Oklahoma, first round')).toBeInTheDocument();
  expect(await screen.findByText('You do not have access')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
});

test('one_failing_panel_leaves_the_others', async () => {
  server.use(http.get('/api/deployments', () => problem(500, 'The store is away')));
  show();
  expect(await screen.findByText('Failed to load the deployments.')).toBeInTheDocument();
  expect(await screen.findByRole('checkbox', { name: 'Choose Plumbing in Tulsa, OK' })).toBeInTheDocument();
});

test('offline_actions_are_disabled_with_the_reason', async () => {
  world.deployments = [aDeployment()];
  show('/dominator/goldmine-deployment?pick=p1');
  const build = await screen.findByRole('button', { name: 'Build 1 site' });
  await waitFor(() => expect(build).toBeEnabled());
  expectToNeedNetwork(build, await screen.findByRole('button', { name: 'Approve Oklahoma, first round' }));
});
