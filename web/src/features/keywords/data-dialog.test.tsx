import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { KeywordDataEstimate, KeywordDataResult, KeywordDataSchedule } from '@/api/keyword-data';
import { formatMicros } from '@/lib/format';
import { http, ok } from '@/testing/http';
import { rankHandlers } from '@/testing/ranks';
import { aRun, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { bodyOf, EMPTY, linesOf, queryOf, valuesOf } from './data-values';
import KeywordFinderPage from './page';

const RUN = aRun({ id: 'r9', kind: 'keyword_data', engineId: null, action: null });
const FOUND: KeywordDataResult = {
  importId: 'r9',
  keywords: 4,
  volumes: 3,
  difficulties: 2,
  ideas: 1,
  ranked: 0,
  links: 0,
  unknown: 1,
  leftOut: 0,
  failed: [{ what: 'Ideas for roof', detail: 'the task failed with code 40501' }],
  stopped: null,
  costMicros: 115_500,
};

function anEstimate(change: Partial<KeywordDataEstimate> = {}) {
  return {
    costMicros: 125_200,
    keywords: 2,
    leftOut: 0,
    mostKeywords: 5_000,
    connection: 'DataForSEO',
    connections: [{ id: 'c1', name: 'DataForSEO', status: 'connected' as const }],
    ...change,
  };
}

beforeEach(() => {
  signIn();
  server.use(...rankHandlers({}), ...productHandlers());
});

const open = async () => {
  renderAt('/keyword-finder', <KeywordFinderPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Fetch data' }));
  return within(screen.getByRole('dialog', { name: 'Fetch keyword data' }));
};

test('cost_is_shown_before_the_run_and_the_result_after_it', async () => {
  const bodies = recordCalls('post', '/api/keyword-data', () => ok({ costMicros: 125_200, run: RUN }));
  server.use(
    http.get('/api/keyword-data/estimate', () => ok(anEstimate())),
    http.get('/api/runs/:id', () => ok({ run: RUN })),
    http.get('/api/runs/:id/result', () => ok({ run: RUN, result: { ...FOUND } })),
  );
  const dialog = await open();
  expect(await dialog.findByText(/Costs at most \$0\.13, with the volume of 2 keywords/)).toBeInTheDocument();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Keywords' }), 'roof  repair{enter}new roof');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Find ideas for' }), 'roof');
  await userEvent.click(dialog.getByRole('button', { name: 'Fetch, at most $0.13' }));
  expect(await dialog.findByText(/Cost: \$0\.12/)).toBeInTheDocument();
  expect(bodies).toEqual([
    {
      ...bodyOf({ ...EMPTY, keywords: 'roof repair\nnew roof', seeds: 'roof' }, 'w1'),
      websiteId: 'w1',
      budgetMicros: null,
    },
  ]);
  expect(dialog.getByText('Keywords stored').nextElementSibling).toHaveTextContent('4');
  expect(dialog.getByText('Ideas for roof: failed')).toBeInTheDocument();
});

test('without_a_connection_nothing_can_be_fetched', async () => {
  server.use(
    http.get('/api/keyword-data/estimate', () => ok(anEstimate({ connection: null, connections: [], costMicros: 0 }))),
  );
  const dialog = await open();
  expect(await dialog.findByText('No connection returns data on keywords')).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'Open connections' })).toHaveAttribute('href', '/settings?tab=connections');
  expect(dialog.getByRole('button', { name: /^Fetch, at most/ })).toBeDisabled();
});

test('lines_become_keywords_and_numbers_of_the_estimate', () => {
  expect(linesOf(' a  b \n\na b\r\nc')).toEqual(['a b', 'c']);
  const values = { ...EMPTY, keywords: 'a\nb', seeds: 'x', domain: ' rival.test ', budget: '0.5' };
  expect(bodyOf(values, 'w1')).toMatchObject({ domain: 'rival.test', budgetMicros: 500_000, links: 0, ideas: 100 });
  expect(queryOf(values, 'w1')).toMatchObject({ given: 2, seeds: 1, ranked: 100, links: 0 });
  expect(queryOf(EMPTY, 'w1')).toMatchObject({ given: 0, seeds: 0, ranked: 0 });
  expect([formatMicros(2_000), formatMicros(95_100), formatMicros(null)]).toEqual(['$0.002', '$0.10', '—']);
});

function aSchedule(change: Partial<KeywordDataSchedule> = {}): KeywordDataSchedule {
  return {
    id: 's1',
    order: {
      websiteId: 'w1',
      connectionId: null,
      domain: null,
      tracked: true,
      country: 'de',
      language: 'de',
      ideas: 300,
      budgetMicros: 50_000,
    },
    costMicros: 75_000,
    cron: '0 6 * * 1',
    timeZone: 'UTC',
    paused: false,
    nextRunAt: '2026-12-07T06:00:00Z',
    lastRunAt: null,
    lastRunId: null,
    skippedAt: '2026-11-30T06:00:00Z',
    skippedReason: 'There were no keywords without figures to fetch.',
    ...change,
  };
}

test('a_schedule_is_off_until_a_time_is_chosen_and_shows_the_cost_before_it_is_saved', async () => {
  const bodies = recordCalls('put', '/api/keyword-data/schedule', () => ok({ schedule: aSchedule() }));
  server.use(
    http.get('/api/keyword-data/estimate', () => ok(anEstimate())),
    http.get('/api/keyword-data/schedule', () => ok({ schedule: null })),
  );
  const dialog = await open();
  await userEvent.click(dialog.getByRole('tab', { name: 'Schedule' }));
  const time = await dialog.findByRole('combobox', { name: 'Fetch' });
  expect(time).toHaveDisplayValue('Never');
  expect(await dialog.findByText(/Costs at most \$0\.13/)).toBeInTheDocument();
  await userEvent.selectOptions(time, 'Weekly, Mondays at 6:00 UTC');
  await userEvent.type(dialog.getByRole('spinbutton', { name: 'Budget, $' }), '0.1');
  expect(dialog.getByText(/The budget is below this cost/)).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Save schedule' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Fetch keyword data' })).not.toBeInTheDocument());
  expect(bodies).toEqual([
    { order: { ...bodyOf(EMPTY, 'w1'), budgetMicros: 100_000 }, cron: '0 6 * * 1', timeZone: 'UTC' },
  ]);
});

test('a_stored_schedule_shows_its_times_and_its_skip_and_can_be_removed', async () => {
  const bodies = recordCalls('put', '/api/keyword-data/schedule', () => ok({ schedule: null }));
  server.use(
    http.get('/api/keyword-data/estimate', () => ok(anEstimate())),
    http.get('/api/keyword-data/schedule', () => ok({ schedule: aSchedule() })),
  );
  const dialog = await open();
  await userEvent.click(dialog.getByRole('tab', { name: 'Schedule' }));
  expect(await dialog.findByText(/^Next run: .*, at most \$0\.05\./)).toBeInTheDocument();
  expect(dialog.getByText(/Skipped on .*: There were no keywords without figures/)).toBeInTheDocument();
  expect(dialog.getByRole('combobox', { name: 'Ideas' })).toHaveDisplayValue('At most 300 for each');
  expect(dialog.getByRole('checkbox', { name: 'Tracked keywords' })).toBeChecked();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Fetch' }), 'Never');
  await userEvent.click(dialog.getByRole('button', { name: 'Save schedule' }));
  await waitFor(() => expect(bodies).toEqual([{ order: { websiteId: 'w1' }, cron: null, timeZone: 'UTC' }]));
  expect(valuesOf(aSchedule())).toMatchObject({ country: 'de', budget: '0.05', cron: '0 6 * * 1', known: false });
});
