import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '@/api/connections';
import { saveFile } from '@/lib/save-file';
import { aCall, aConnection, anEvidence, aProvider, connectionHandlers, searchConsole } from '@/testing/connections';
import { http } from '@/testing/http';
import { onPhone } from '@/testing/media';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls } from '@/testing/session';
import { expectStacked } from '@/testing/stacked';
import ConnectionsTab from './tab';

vi.mock('@/lib/save-file', () => ({ saveFile: vi.fn() }));

let connections: Connection[] = [];

beforeEach(() => {
  connections = [];
  server.use(
    ...connectionHandlers(
      () => connections,
      [aCall(), aCall({ id: 'p2', status: 'failed', error: 'timed-out', costMicros: 0 })],
    ),
    http.get('/api/websites', () => ok({ websites: [aWebsite()] })),
  );
});

function show(query = ''): void {
  renderAt(`/settings?tab=connections${query}`, <ConnectionsTab />);
}

test('provider_is_connected_with_its_credentials_and_budget', async () => {
  const bodies = recordCalls('post', '/api/connections', () => {
    connections = [aConnection({ status: 'untested', message: null, isTesting: true })];
    return ok({ connection: aConnection() });
  });
  show();
  expect(await screen.findByText('No account connected yet')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Serper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Serper' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Connect account' }));
  expect(await dialog.findByText('Enter the API key.')).toBeInTheDocument();
  expect(bodies).toEqual([]);
  await userEvent.type(dialog.getByLabelText('API key'), 'secret-key');
  await userEvent.type(dialog.getByLabelText('Budget per day, $ (optional)'), '0.50');
  expect(dialog.getByText('Prices as of 2026-11-23')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Connect account' }));
  expect(await screen.findByText('Testing')).toBeInTheDocument();
  expect(bodies).toEqual([
    expect.objectContaining({
      provider: 'serper',
      credentials: { key: 'secret-key' },
      dayBudgetMicros: 500_000,
      monthBudgetMicros: null,
    }),
  ]);
});

test('refused_credentials_are_explained_beside_their_field', async () => {
  recordCalls(
    'post',
    '/api/connections',
    () => problem(422, 'Wrong', [{ pointer: '/credentials/key', detail: 'must be on one line' }]) as never,
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Serper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Serper' }));
  await userEvent.type(dialog.getByLabelText('API key'), 'x');
  await userEvent.click(dialog.getByRole('button', { name: 'Connect account' }));
  expect(await dialog.findByText('must be on one line')).toBeInTheDocument();
  expect(dialog.getByLabelText('API key')).toBeInvalid();
});

test('google_account_is_connected_on_the_page_of_google', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, href: window.location.href, assign });
  const bodies = recordCalls('post', '/api/connections/google', () => ok({ url: 'https://accounts.google.com/x' }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Google Search Console' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to Google' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://accounts.google.com/x'));
  expect(bodies).toEqual([{ provider: 'search_console' }]);
  vi.unstubAllGlobals();
});

test('google_without_a_client_names_the_settings_of_the_operator', async () => {
  server.use(
    http.get('/api/connections/providers', () => ok({ providers: [{ ...searchConsole, isAvailable: false }] })),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Google Search Console' }));
  expect(await screen.findByText('GOOGLE_DATA_CLIENT_ID')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Continue to Google' })).not.toBeInTheDocument();
});

test('refused_consent_is_explained', async () => {
  show('&refused=You+did+not+allow+access.');
  expect(await screen.findByText('You did not allow access.')).toBeInTheDocument();
});

test('connected_account_shows_its_budget_and_is_tested_edited_and_disconnected', async () => {
  connections = [aConnection()];
  const tested = recordCalls('post', '/api/connections/c1/test', () => ok({}) as never);
  const changed = recordCalls('patch', '/api/connections/c1', () => ok({ connection: aConnection() }));
  const removed = recordCalls('delete', '/api/connections/c1', () => {
    connections = [];
    return ok();
  });
  show();
  const card = within(await screen.findByRole('region', { name: 'Rankings' }));
  expect(card.getByText('The key is valid.')).toBeInTheDocument();
  expect(card.getByRole('progressbar', { name: 'Today: share of the budget spent' })).toHaveAttribute(
    'aria-valuenow',
    '50',
  );
  await userEvent.click(card.getByRole('button', { name: 'Test connection' }));
  await waitFor(() => expect(tested).toHaveLength(1));
  await userEvent.click(await card.findByRole('button', { name: 'Edit Rankings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Rankings' }));
  await userEvent.clear(dialog.getByLabelText('Budget per day, $ (optional)'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save connection' }));
  await waitFor(() => expect(changed).toEqual([{ name: 'Rankings', dayBudgetMicros: null, monthBudgetMicros: null }]));
  await userEvent.click(card.getByRole('button', { name: 'Disconnect Rankings' }));
  expect(removed).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect account' }));
  expect(await screen.findByText('No account connected yet')).toBeInTheDocument();
});

test('property_and_website_of_a_google_account_are_chosen', async () => {
  const account = {
    balanceMicros: null,
    callsLeft: null,
    models: [],
    properties: [{ value: 'sc-domain:northwind.example', label: 'sc-domain:northwind.example' }],
  };
  connections = [aConnection({ provider: 'search_console', providerName: 'Google Search Console', account })];
  const changed = recordCalls('patch', '/api/connections/c1', () => ok({ connection: aConnection() }));
  show();
  await userEvent.selectOptions(await screen.findByLabelText('Property'), 'sc-domain:northwind.example');
  await userEvent.click(screen.getByRole('button', { name: 'Save choice' }));
  expect(await screen.findByText('Choose the website that the data belong to.')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Website'), aWebsite().name);
  await userEvent.click(screen.getByRole('button', { name: 'Save choice' }));
  await waitFor(() =>
    expect(changed).toEqual([{ settings: { property: 'sc-domain:northwind.example', websiteId: aWebsite().id } }]),
  );
});

test('calls_are_listed_with_their_cost_and_filtered', async () => {
  connections = [aConnection()];
  show();
  const calls = within(await screen.findByRole('region', { name: 'Calls' }));
  expect(await calls.findByText('Timed out')).toBeInTheDocument();
  expect(calls.getByText('$0.001')).toBeInTheDocument();
  let asked = '';
  server.use(
    http.get('/api/connections/calls', ({ request }) => {
      asked = new URL(request.url).search;
      return ok({ calls: [], nextCursor: null });
    }),
  );
  await userEvent.selectOptions(calls.getByLabelText('Status'), 'Failed');
  expect(await calls.findByText('No calls with these filters')).toBeInTheDocument();
  expect(asked).toContain('status=failed');
});

test('stored_responses_are_listed_filtered_and_downloaded', async () => {
  const asked: string[] = [];
  server.use(
    http.get('/api/evidence/e1', () => HttpResponse.json({}) as never),
    http.get('/api/evidence', ({ request }) => {
      asked.push(new URL(request.url).search);
      const evidence = asked.length === 1 ? [anEvidence()] : [];
      return ok({ evidence, keptDays: 30, nextCursor: null });
    }),
  );
  show();
  const card = within(await screen.findByRole('region', { name: 'Stored responses' }));
  expect(await card.findByText('Search volumes')).toBeInTheDocument();
  expect(card.getByText(/deleted after 30 days/)).toBeInTheDocument();
  await userEvent.click(card.getByRole('button', { name: /^Download response: Search volumes/ }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.anything(), 'search_volume-e1.json'));
  await userEvent.selectOptions(card.getByLabelText('Provider'), 'Serper');
  expect(await card.findByText('No responses with these filters')).toBeInTheDocument();
  expect(asked.at(-1)).toContain('provider=serper');
});

test('lists_that_fail_to_load_offer_a_retry', async () => {
  server.use(http.get('/api/connections', () => problem(500, 'Internal error') as never));
  show();
  expect(await screen.findByText('Failed to load the connections.')).toBeInTheDocument();
  expect(screen.getByText(aProvider().about)).toBeInTheDocument();
});

test('calls_and_stored_responses_are_blocks_of_lines_on_a_phone', async () => {
  connections = [aConnection()];
  show();
  const calls = within(await screen.findByRole('region', { name: 'Calls' }));
  expectStacked(await calls.findByRole('table'), ['Time', 'Estimate', 'Cost', 'Duration']);
  const responses = within(screen.getByRole('region', { name: 'Stored responses' }));
  expectStacked(await responses.findByRole('table'), ['Time', 'Cost', 'Size', 'Cached until']);
});

test('failed_test_shows_when_it_was_and_disappears_while_another_one_runs', async () => {
  connections = [aConnection({ status: 'error', message: 'The key was refused.' })];
  show();
  expect(await screen.findByText(/The key was refused\./)).toHaveTextContent(/Last test .+\./);
  server.use(http.post('/api/connections/:id/test', () => new Promise<never>(() => {})));
  await userEvent.click(screen.getByRole('button', { name: 'Test connection' }));
  await waitFor(() => expect(screen.queryByText(/The key was refused\./)).not.toBeInTheDocument());
});

test('phone_folds_accounts_except_those_that_need_attention', async () => {
  onPhone();
  connections = [
    aConnection({ id: 'c1', name: 'Serper' }),
    aConnection({ id: 'c2', name: 'Second', status: 'error', message: 'The key was refused.' }),
  ];
  show();
  const account = async (name: string) => within(await screen.findByRole('region', { name }));
  const working = await account('Serper');
  expect(working.getByText('Connected')).toBeVisible();
  expect(working.getByText('Test connection')).not.toBeVisible();
  await userEvent.click(working.getByRole('heading', { name: 'Serper' }));
  expect(working.getByRole('button', { name: 'Test connection' })).toBeVisible();
  expect((await account('Second')).getByText(/The key was refused\./)).toBeVisible();
  const gallery = within(screen.getByRole('region', { name: 'Data providers' }));
  const [group] = gallery.getAllByRole('heading', { level: 3 });
  const [connect] = gallery.getAllByText('Connect', { selector: 'button' });
  expect(connect).not.toBeVisible();
  await userEvent.click(group as HTMLElement);
  expect(connect).toBeVisible();
});
