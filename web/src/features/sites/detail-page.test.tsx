import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { http, ok } from '@/testing/http';
import { expectToNeedNetwork, setOnline } from '@/testing/network';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import {
  aCheck,
  aDomain,
  aFinding,
  aFullRelease,
  aRelease,
  aSite,
  aSitePage,
  aSiteWorld,
  siteHandlers,
} from '@/testing/sites';
import SitePage from './detail-page';
import { addressOf } from './preview-card';
import { domainOf, isDomain } from './site-address';

const world = aSiteWorld();

beforeEach(() => {
  signIn();
  Object.assign(world, aSiteWorld());
  server.use(...siteHandlers(world));
});

const show = (tab = 'overview') =>
  renderAt(
    `/dominator/sites/s1${tab === 'overview' ? '' : `?tab=${tab}`}`,
    <Routes>
      <Route path="dominator/sites/:id" element={<SitePage />} />
      <Route path="dominator/sites" element={<p>All sites</p>} />
    </Routes>,
  );

const working = () => ok({ site: aSite(), run: aRun() });

test('status_names_the_next_action_and_approval_asks_first', async () => {
  const calls: string[] = [];
  server.use(
    http.post('/api/releases/r3/approve', () => {
      calls.push('approve');
      world.sites = [aSite({ status: 'approved' })];
      return ok({ release: aFullRelease() });
    }),
    http.post('/api/sites/s1/deploy', async ({ request }) => {
      calls.push(JSON.stringify(await request.json()));
      world.sites = [aSite({ status: 'deploying' })];
      return working();
    }),
  );
  show();
  expect(
    await screen.findByText('Release 3 passed the gate with 2 warnings. Approve it to deploy.'),
  ).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Approve and deploy' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve release 3?' });
  expect(dialog).toHaveTextContent('9 pages become public at tulsa-plumbing.sites.localhost:3000.');
  expect(dialog).toHaveTextContent('2 warnings of the gate remain.');
  expect(calls).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve and deploy' }));
  await waitFor(() => expect(calls).toEqual(['approve', '{"releaseId":"r3"}']));
  expect(await screen.findByText('Release 3 is being uploaded and verified.')).toBeInTheDocument();
});

test('approval_that_starts_the_deployment_itself_is_not_deployed_twice', async () => {
  const deployed = recordCalls('post', '/api/sites/s1/deploy', working);
  server.use(
    http.post('/api/releases/r3/approve', () => {
      world.sites = [aSite({ status: 'deploying' })];
      return ok({ release: aFullRelease() });
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve and deploy' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve release 3?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve and deploy' }));
  expect(await screen.findByText('Release 3 is being uploaded and verified.')).toBeInTheDocument();
  expect(deployed).toEqual([]);
});

test('release_of_a_regulated_trade_is_approved_with_its_review', async () => {
  const gate = { ...aFullRelease().gate, review: 'a licensed attorney' };
  world.release = aFullRelease({ needsReview: true, gate });
  const sent: unknown[] = [];
  server.use(
    http.post('/api/releases/r3/approve', async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1) {
        const detail = 'Enter the qualification of the person who reviewed the pages, at most 200 characters.';
        return problem(422, 'Some fields are wrong', [{ pointer: '/review/credentials', detail }]);
      }
      world.sites = [aSite({ status: 'deploying' })];
      return ok({ release: aFullRelease() });
    }),
  );
  show();
  await screen.findByText(/Release 3 passed the gate with 2 warnings/);
  await userEvent.click(screen.getByRole('button', { name: 'Approve and deploy' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve release 3?' });
  expect(await within(dialog).findByText(/a licensed attorney must review the pages/)).toBeInTheDocument();
  const approve = within(dialog).getByRole('button', { name: 'Approve and deploy' });
  expect(approve).toBeDisabled();
  await userEvent.click(within(dialog).getByLabelText('This person has reviewed these pages'));
  await userEvent.click(approve);
  expect(await within(dialog).findByText('Enter the name of the reviewer.')).toBeInTheDocument();
  expect(sent).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText('Name of the reviewer'), 'Jane Doe');
  await userEvent.type(within(dialog).getByLabelText('Qualification'), 'attorney');
  await userEvent.click(approve);
  expect(await within(dialog).findByText(/^Enter the qualification of the person/)).toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText('Qualification'), ' in Oklahoma');
  await userEvent.click(approve);
  expect(await screen.findByText('Release 3 is being uploaded and verified.')).toBeInTheDocument();
  const review = { name: 'Jane Doe', credentials: 'attorney in Oklahoma', isConfirmed: true };
  expect(sent[1]).toEqual({ review });
});

test('reviewed_release_is_approved_without_the_form', async () => {
  const review = { name: 'Jane Doe', credentials: 'attorney', reviewedAt: '2026-11-24T10:00:00Z' };
  world.release = aFullRelease({ needsReview: true, review });
  world.releases = [aRelease({ needsReview: true, review })];
  const sent = recordCalls('post', '/api/releases/r3/approve', () => ok({ release: aFullRelease() }));
  show('releases');
  await userEvent.click(await screen.findByRole('button', { name: 'Approve release 3' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve release 3?' });
  expect(await within(dialog).findByText(/2 warnings of the gate remain/)).toBeInTheDocument();
  expect(within(dialog).queryByLabelText('Qualification')).not.toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve and deploy' }));
  await waitFor(() => expect(sent).toEqual([{}]));
});

test('gate_report_groups_checks_and_links_findings_to_their_pages', async () => {
  world.release = aFullRelease({
    gate: {
      passes: false,
      checks: [
        aCheck({ id: 'G12', title: 'The site says who runs it', status: 'blocked' }),
        aCheck({ id: 'G07', title: 'Pages say enough', status: 'warned' }),
        aCheck(),
      ],
      findings: [
        aFinding({ check: 'G12', level: 'block', page: null, detail: 'No postal address.', fix: 'Enter it.' }),
        aFinding(),
      ],
      review: null,
    },
  });
  show();
  const report = await screen.findByRole('region', { name: 'Gate report' });
  expect(await within(report).findByText(/cannot be deployed: 1 blocking finding, 1 warning/)).toBeInTheDocument();
  expect(within(report).getByRole('region', { name: 'Blocking' })).toHaveTextContent(
    'No postal address.Fix: Enter it.Whole site',
  );
  const warnings = within(report).getByRole('region', { name: 'Warnings' });
  expect(within(warnings).getByRole('link', { name: 'Edit Cost (/cost/)' })).toHaveAttribute(
    'href',
    '/content-generator/doc2',
  );
  await userEvent.click(within(report).getByRole('radio', { name: 'Passed 1' }));
  expect(within(report).queryByText('No postal address.')).not.toBeInTheDocument();
  expect(within(report).getByText('Search engines can index the pages')).toBeInTheDocument();
});

test('preview_is_a_frame_without_scripts_of_the_chosen_page_and_width', async () => {
  world.sites = [aSite({ previewUrl: 'https://app.example.com/preview/key3/' })];
  const page = (text: string) => HttpResponse.html(`<h1>${text}</h1><script src="/t.js"></script>`);
  server.use(
    http.raw.get('/preview/key3/', () => page('Home')),
    http.raw.get('/preview/key3/cost/', () => page('Costs')),
  );
  const shown = () => screen.findByTitle('Preview of Tulsa Plumbing Guide');
  show();
  const preview = await screen.findByTitle('Preview of Tulsa Plumbing Guide');
  await waitFor(() => expect(preview).not.toHaveClass('invisible'));
  expect(preview).toHaveAttribute('sandbox', 'allow-forms');
  expect(preview).toHaveAttribute('srcdoc', expect.stringContaining('<h1>Home</h1>'));
  expect(preview).not.toHaveAttribute('srcdoc', expect.stringContaining('<script'));
  expect(preview).toHaveStyle({ width: '390px' });
  await userEvent.selectOptions(screen.getByLabelText('Page'), '/cost/');
  await waitFor(async () =>
    expect(await shown()).toHaveAttribute(
      'srcdoc',
      expect.stringContaining(`<base href="${window.location.origin}/preview/key3/cost/">`),
    ),
  );
  await userEvent.click(screen.getByRole('radio', { name: 'Desktop' }));
  expect(await shown()).toHaveStyle({ width: '1280px' });
  setOnline(false);
  expect(screen.queryByTitle('Preview of Tulsa Plumbing Guide')).not.toBeInTheDocument();
  setOnline(true);
  vi.restoreAllMocks();
});

test('run_at_work_is_followed_and_failure_is_explained', async () => {
  world.sites = [aSite({ status: 'building', runId: 'r1', latestRelease: null, previewUrl: null })];
  const progress = { percent: 45, stage: 'writing', message: 'Page 4 of 9' };
  const running = aRun({
    kind: 'batch',
    engineId: null,
    action: null,
    status: 'running',
    finishedAt: null,
    progress,
  });
  server.use(http.get('/api/runs/r1', () => ok({ run: running })));
  show();
  expect(await screen.findByText('Writing: Page 4 of 9')).toBeInTheDocument();
  expect(screen.getByText('No preview yet')).toBeInTheDocument();
  expect(screen.getByText('Not checked yet')).toBeInTheDocument();
});

test('failed_site_shows_the_remedy_and_builds_again', async () => {
  world.sites = [aSite({ status: 'failed', lastError: 'The bucket refused the upload. Check its key.' })];
  const built = recordCalls('post', '/api/sites/s1/build', working);
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('The bucket refused the upload. Check its key.');
  await userEvent.click(screen.getByRole('button', { name: 'Build site' }));
  await waitFor(() => expect(built).toEqual([{}]));
});

test('page_opens_in_its_editor_and_is_rewritten_after_a_question', async () => {
  world.pages = [
    aSitePage(),
    aSitePage({ path: '/cost/', label: 'Cost', title: 'What it costs', documentId: 'doc2', words: null }),
  ];
  const built = recordCalls('post', '/api/sites/s1/build', working);
  show('pages');
  expect(await screen.findByRole('link', { name: 'What it costs' })).toHaveAttribute('href', '/content-generator/doc2');
  await userEvent.click(screen.getByRole('button', { name: 'Rewrite page Cost (/cost/)' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rewrite Cost?' });
  expect(built).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Rewrite page' }));
  await waitFor(() => expect(built).toEqual([{ rewrite: ['/cost/'] }]));
});

test('added_page_is_removed_after_a_question_and_never_rewritten', async () => {
  world.pages = [aSitePage(), aSitePage({ path: '/permits/', label: 'Permits', documentId: 'doc3', isOwn: true })];
  const removed = recordCalls('delete', '/api/sites/s1/pages', () => ok({}));
  show('pages');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove page Permits (/permits/)' }));
  expect(screen.queryByRole('button', { name: /Rewrite page Permits/ })).toBeNull();
  const dialog = await screen.findByRole('dialog', { name: 'Remove Permits?' });
  expect(dialog).toHaveTextContent('Its document stays.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove page' }));
  await waitFor(() => expect(removed).toEqual([{ path: '/permits/' }]));
});

test('older_approved_release_is_deployed_as_a_rollback', async () => {
  const live = { id: 'r2', number: 2, url: null, deployedAt: '2026-11-23T10:00:00Z' };
  world.sites = [aSite({ status: 'live', liveRelease: live })];
  const approvedAt = '2026-11-20T10:00:00Z';
  world.releases = [
    aRelease({ id: 'r3', number: 3, isBlocked: true }),
    aRelease({ id: 'r2', number: 2, approvedAt }),
    aRelease({ id: 'r1', number: 1, approvedAt }),
  ];
  const deployed = recordCalls('post', '/api/sites/s1/deploy', working);
  show('releases');
  await screen.findByText('Release 3');
  expect(screen.queryByRole('button', { name: 'Approve release 3' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /release 2$/ })).toHaveAccessibleName('Files of release 2');
  await userEvent.click(screen.getByRole('button', { name: 'Roll back to release 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Roll back to release 1?' });
  expect(dialog).toHaveTextContent('It replaces release 2, which keeps serving until the files are verified.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Roll back' }));
  await waitFor(() => expect(deployed).toEqual([{ releaseId: 'r1' }]));
});

test('release_lists_its_files', async () => {
  show('releases');
  await userEvent.click(await screen.findByRole('button', { name: 'Files of release 3' }));
  const drawer = await screen.findByRole('dialog', { name: 'Files of release 3' });
  expect(await within(drawer).findByText('index.html')).toBeInTheDocument();
  expect(drawer).toHaveTextContent('2 files, 27.5 KB');
});

test('settings_check_phone_and_domains_before_they_are_sent', async () => {
  const sent = recordCalls('patch', '/api/sites/s1', () =>
    ok({ site: aSite({ domains: ['www.tulsa.example'] }), pages: [], leftOut: [], comingPages: [], releases: [] }),
  );
  show('settings');
  await userEvent.type(await screen.findByLabelText('Phone (optional)'), '555');
  await userEvent.type(screen.getByLabelText('Domains (optional)'), 'not a domain');
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Enter a number such as +1 918 555 0123.')).toBeInTheDocument();
  expect(screen.getByText('not is not a domain. Write it as www.example.com.')).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('Phone (optional)'));
  await userEvent.type(screen.getByLabelText('Phone (optional)'), '+1 918 555 0123');
  await userEvent.click(screen.getByLabelText('This number is mine'));
  await userEvent.click(screen.getByLabelText('Calls are recorded'));
  await userEvent.clear(screen.getByLabelText('Domains (optional)'));
  await userEvent.type(screen.getByLabelText('Domains (optional)'), 'https://WWW.Tulsa.example/page');
  await userEvent.click(screen.getByRole('radio', { name: /Clinic/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        name: 'Tulsa Plumbing Guide',
        theme: 'clinic',
        phone: '+1 918 555 0123',
        phoneIsOwned: true,
        phoneIsRecorded: true,
        domains: ['www.tulsa.example'],
      },
    ]),
  );
});

test('domain_shows_its_records_and_is_verified_on_request', async () => {
  const open = aDomain();
  world.sites = [aSite({ domains: [open.host], unverifiedDomains: [open.host], domainChecks: [open] })];
  const proved = aDomain({ isVerified: true, proof: 'cname', advice: '', problem: null, records: [] });
  let checks = 0;
  server.use(
    http.post('/api/sites/s1/domains/verify', () => {
      checks += 1;
      const found = checks === 1 ? aDomain({ problem: 'No CNAME record was found.' }) : proved;
      world.sites = [aSite({ domains: [open.host], domainChecks: [found] })];
      return ok({ site: aSite({ domainChecks: [found] }), pages: [], leftOut: [], comingPages: [], releases: [] });
    }),
  );
  show('settings');
  const card = await screen.findByRole('region', { name: 'Domains' });
  expect(within(card).getByRole('region', { name: 'CNAME record of www.tulsa.example' })).toHaveTextContent(
    'www.tulsa.example. CNAME tulsa-plumbing.sites.localhost.',
  );
  expect(within(card).getByRole('region', { name: 'TXT record of www.tulsa.example' })).toHaveTextContent(
    '_motherlode.www.tulsa.example. TXT "motherlode-site=token"',
  );
  expect(card).toHaveTextContent('Point www.tulsa.example to tulsa-plumbing.sites.localhost with a CNAME record.');
  await userEvent.click(within(card).getByRole('button', { name: 'Verify domains' }));
  expect(await within(card).findByText('No CNAME record was found.')).toBeInTheDocument();
  expect(within(card).getByText('Not verified yet')).toBeInTheDocument();
  await userEvent.click(within(card).getByRole('button', { name: 'Verify domains' }));
  expect(await within(card).findByText('Verified')).toBeInTheDocument();
  expect(within(card).queryByRole('button', { name: 'Verify domains' })).not.toBeInTheDocument();
  expect(within(card).queryByText('No CNAME record was found.')).not.toBeInTheDocument();
});

test('domain_at_another_target_is_checked_by_its_service', async () => {
  const open = aDomain();
  world.sites = [aSite({ targetId: 't1', domains: [open.host], domainChecks: [open] })];
  show('settings');
  const card = await screen.findByRole('region', { name: 'Domains' });
  expect(card).toHaveTextContent('Point it to the address that the service of the target shows for this site.');
  expect(within(card).queryByRole('button', { name: 'Verify domains' })).not.toBeInTheDocument();
  expect(within(card).queryByRole('region', { name: /record of/ })).not.toBeInTheDocument();
});

test('site_is_deleted_after_its_short_name_was_typed', async () => {
  const deleted = recordCalls('delete', '/api/sites/s1');
  show('settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete site' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Tulsa Plumbing Guide?' });
  const button = within(dialog).getByRole('button', { name: 'Delete site' });
  expect(button).toBeDisabled();
  await userEvent.type(within(dialog).getByLabelText('Type tulsa-plumbing to confirm'), 'tulsa-plumbing');
  await userEvent.click(button);
  await waitFor(() => expect(deleted).toHaveLength(1));
  expect(await screen.findByText('All sites')).toBeInTheDocument();
});

test('live_site_at_another_target_is_taken_offline_before_it_can_be_deleted', async () => {
  const live = { id: 'r3', number: 3, url: null, deployedAt: '2026-11-23T10:00:00Z' };
  world.sites = [aSite({ status: 'live', liveRelease: live, targetId: 't1' })];
  const taken = recordCalls('post', '/api/sites/s1/offline', () => ok({ site: aSite(), runId: null }));
  show('settings');
  expect(await screen.findByRole('button', { name: 'Delete site' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Take offline' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take Tulsa Plumbing Guide offline?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take offline' }));
  await waitFor(() => expect(taken).toHaveLength(1));
});

test('viewer_sees_the_site_without_actions', async () => {
  signIn({ workspaces: [{ id: 'w', name: 'Shared', role: 'viewer', personal: true }] });
  show();
  await screen.findByText(/Release 3 passed the gate with 2 warnings/);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve and deploy' })).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole('tab', { name: 'Settings' }));
  expect(await screen.findByText('You do not have access')).toBeInTheDocument();
});

test('offline_actions_are_disabled_with_the_reason', async () => {
  show();
  const approve = await screen.findByRole('button', { name: 'Approve and deploy' });
  expectToNeedNetwork(approve);
});

test('unknown_site_is_not_found_and_a_failure_offers_a_retry', async () => {
  server.use(http.get('/api/sites/:id', () => problem(404, 'There is no such site')));
  const first = show();
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  first.unmount();
  server.use(http.get('/api/sites/:id', () => problem(500, 'The store is away')));
  show();
  expect(await screen.findByText('Failed to load the site.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test.each([
  ['/preview/key/', '/', '/preview/key/'],
  ['/preview/key', '/cost/', '/preview/key/cost/'],
  ['https://app.example.com/preview/key/', '/a/b/', '/preview/key/a/b/'],
])('preview %s of page %s is %s', (preview, path, address) => {
  expect(addressOf(preview, path)).toBe(address);
});

test.each([
  ['www.example.com', 'www.example.com', true],
  [' HTTPS://Example.com/path?x ', 'example.com', true],
  ['example.com:8080', 'example.com', true],
  ['localhost', 'localhost', false],
  ['-bad.example', '-bad.example', false],
  ['a b', 'a b', false],
])('typed domain %s is %s', (typed, domain, isValid) => {
  expect(domainOf(typed)).toBe(domain);
  expect(isDomain(domainOf(typed))).toBe(isValid);
});
