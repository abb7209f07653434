import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Engine, Run } from '@/api/types';
import type { WebsiteSettings } from '@/api/websites';
import { http } from '@/testing/http';
import { anEngine, anOpportunity, aRun, aWebsite, NO_SETTINGS, usd } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { ok } from '@/testing/session';
import { WebsiteSettingsForm } from './website-settings-form';

const SETTINGS: WebsiteSettings = { ...NO_SETTINGS, valuePerLeadCents: 10_000, conversionRate: 0.02 };

const PROPERTIES: Record<string, Record<string, object>> = {
  keyword: { valuePerLeadCents: {}, brandTerms: {} },
  competitive: { valuePerLeadCents: {}, competitors: {} },
  pattern: { window: {} },
};

const ENGINES: Engine[] = [
  anEngine(),
  anEngine({ id: 'competitive', name: 'Competitive', actions: ['share', 'discover'], defaultAction: 'share' }),
  anEngine({ id: 'pattern', name: 'Pattern', actions: ['rules'], defaultAction: 'rules' }),
];

const RUNS: Run[] = [
  aRun({ id: 'r3', engineId: 'pattern', action: 'rules', status: 'succeeded' }),
  aRun({ id: 'r2', engineId: 'competitive', action: 'discover', status: 'succeeded' }),
  aRun({ id: 'r1', status: 'succeeded' }),
];

const HEALTH = { overall: 97, apiLatency: 12, dataIngestion: 0, processingQueue: 0, errorRate: 0, uptime: 93_600 };

/** Opens the form with a server that has results of three engines. */
function open(settings: WebsiteSettings = SETTINGS) {
  const opportunities = [
    anOpportunity({ impact: usd(100_000, 300_000, 500_000) }),
    anOpportunity({ id: 'o2', impact: usd(50_000, 120_000, 200_000) }),
    anOpportunity({ id: 'o3', impact: null }),
    anOpportunity({ id: 'o4', status: 'implemented', impact: usd(1, 900_000, 9_000_000) }),
  ];
  server.use(
    http.get('/api/opportunities', () => ok({ opportunities })),
    http.get('/api/runs', () => ok({ runs: RUNS, nextCursor: null })),
    http.get('/api/intelligence-engines/status', () => ok({ engines: ENGINES, systemHealth: HEALTH })),
    http.get('/api/intelligence-engines/:id/parameters', ({ params }) =>
      ok({ schema: { properties: PROPERTIES[String(params.id)] ?? {} } }),
    ),
    http.patch('/api/websites/w1', async ({ request }) => {
      const body = (await request.json()) as { settings: WebsiteSettings };
      return ok({ website: aWebsite({ settings: body.settings }) });
    }),
  );
  return renderAt('/projects/w1?tab=settings', <WebsiteSettingsForm website={aWebsite({ settings })} />).queries;
}

async function enter(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
}

async function save() {
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
}

beforeEach(() => localStorage.clear());

it('form_shows_what_another_value_per_lead_or_rate_does_to_the_money', async () => {
  open();
  expect(screen.queryByText(/Monthly value/)).not.toBeInTheDocument();
  await enter('Value per lead', '200');
  expect(
    await screen.findByText('Monthly value of your opportunities: $4,200 now, about $8,400 with this value.'),
  ).toBeInTheDocument();
  await enter('Conversion rate (%)', '1');
  expect(screen.queryByText(/about \$8,400/)).not.toBeInTheDocument();
  await enter('Value per lead', '100');
  expect(screen.getByText(/\$4,200 now, about \$2,100 with this rate\./)).toBeInTheDocument();
});

it('form_without_a_previous_value_shows_no_money', async () => {
  open({ ...SETTINGS, conversionRate: null });
  await enter('Conversion rate (%)', '2');
  await enter('Value per lead', '200');
  expect(screen.queryByText(/Monthly value/)).not.toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('Conversion rate (%)'));
  expect(await screen.findByText(/\$4,200 now, about \$8,400 with this value\./)).toBeInTheDocument();
});

it('form_without_a_total_shows_no_money', async () => {
  open();
  let calls = 0;
  server.use(
    http.get('/api/opportunities', () => {
      calls += 1;
      return ok({ opportunities: [anOpportunity({ impact: null })] });
    }),
  );
  await enter('Value per lead', '200');
  await waitFor(() => expect(calls).toBe(1));
  await enter('Value per lead', '300');
  expect(screen.queryByText(/Monthly value/)).not.toBeInTheDocument();
});

it('saved_value_lists_the_engines_with_older_results_and_runs_them_again', async () => {
  open();
  const started: string[] = [];
  server.use(
    http.post('/api/intelligence-engines/:id/execute', async ({ params, request }) => {
      const { action, websiteId } = (await request.json()) as Record<string, string>;
      started.push(`${params.id} ${action} ${websiteId}`);
      const engines = ENGINES.map((engine) => ({ ...engine, status: 'queued' as const, runId: `n-${engine.id}` }));
      server.use(http.get('/api/intelligence-engines/status', () => ok({ engines, systemHealth: HEALTH })));
      return ok({ run: aRun({ id: `n-${params.id}`, status: 'queued' }), engine: anEngine(), result: null });
    }),
  );
  await enter('Value per lead', '200');
  await save();
  const title = await screen.findByText('These results still use the previous settings');
  const notice = within(title.closest('[role=status]') as HTMLElement);
  expect(notice.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Competitive engine', '/intelligence/competitive?website=w1'],
    ['Keyword engine', '/keyword-finder?website=w1'],
  ]);
  await userEvent.click(notice.getByRole('button', { name: 'Run them again' }));
  await waitFor(() => expect(started.sort()).toEqual(['competitive discover w1', 'keyword analyse w1']));
  await waitFor(() => expect(notice.getAllByText(/\(waiting\)/)).toHaveLength(2));
  expect(notice.queryByRole('button')).not.toBeInTheDocument();
});

it('saved_competitors_concern_only_the_competitive_engine', async () => {
  open();
  await enter('Competitors', 'https://www.rival.example/x');
  await save();
  expect(await screen.findByRole('button', { name: 'Run it again' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Competitive engine' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Keyword engine' })).not.toBeInTheDocument();
});

it('saved_goals_show_no_notice', async () => {
  const asked: string[] = [];
  open();
  server.use(
    http.get('/api/runs', () => {
      asked.push('runs');
      return ok({ runs: RUNS, nextCursor: null });
    }),
  );
  await enter('Leads a month', '40');
  await save();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save settings' })).toBeDisabled());
  expect(await screen.findByText('Settings saved')).toBeInTheDocument();
  expect(asked).toEqual([]);
});

it('preview_waits_for_results_of_the_saved_settings', async () => {
  open();
  await enter('Value per lead', '200');
  expect(await screen.findByText(/about \$8,400/)).toBeInTheDocument();
  await save();
  await screen.findByText('These results still use the previous settings');
  await enter('Value per lead', '400');
  expect(screen.queryByText(/Monthly value/)).not.toBeInTheDocument();
});

it('engine_with_a_new_result_leaves_the_notice', async () => {
  const queries = open();
  await enter('Value per lead', '200');
  await save();
  await screen.findByRole('link', { name: 'Keyword engine' });
  const runs = [aRun({ id: 'r4', status: 'succeeded' }), ...RUNS];
  server.use(http.get('/api/runs', () => ok({ runs, nextCursor: null })));
  await queries.invalidateQueries({ queryKey: ['runs'] });
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Keyword engine' })).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: 'Competitive engine' })).toBeInTheDocument();
});
