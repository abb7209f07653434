import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VisitReport } from '@/api/visits';
import { saveText } from '@/lib/save-file';
import { currentShortcuts, useShortcuts } from '@/lib/shortcuts';
import { http, ok } from '@/testing/http';
import { aWebsite, NO_SETTINGS } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { aConversion, aVisitReport, noVisits, visitCounts } from '@/testing/visits';
import VisitsPage from './page';

vi.mock('@/lib/save-file', async (original) => ({
  ...(await original<typeof import('@/lib/save-file')>()),
  saveText: vi.fn(),
}));

const euro = aWebsite({ settings: { ...NO_SETTINGS, currency: 'EUR' } });

/** Answers with `report` and notes the queries of the requests. */
function answering(report: (from: string) => VisitReport, asked: URLSearchParams[] = []) {
  server.use(
    http.get('/api/websites/:id/visits', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams);
      return ok(report(searchParams.get('from') ?? ''));
    }),
  );
  return asked;
}

beforeEach(() => {
  server.use(
    http.get('/api/websites', () => ok({ websites: [euro] })),
    http.get('/api/page-sessions/summary', () => ok({ groups: [], websiteId: 'w1' })),
    http.get('/api/websites/:id/conversions', () => ok({ conversions: [aConversion()], nextCursor: null })),
  );
});
afterEach(() => vi.mocked(saveText).mockClear());

test('website_without_reports_shows_the_line_to_paste', async () => {
  answering(() => noVisits());
  renderAt('/visits', <VisitsPage />);
  expect(await screen.findByText(/^<script async/)).toHaveTextContent(
    `<script async src="${window.location.origin}/t.js" data-site="w1"></script>`,
  );
  expect(screen.getByRole('status')).toHaveTextContent('No report yet. This page checks every 30 seconds.');
  expect(screen.getByRole('button', { name: 'Copy script' })).toBeEnabled();
  expect(screen.getByText('motherlode("Quote", 120)')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Funnel' })).not.toBeInTheDocument();
});

test('website_without_reports_leads_to_its_imported_sessions', async () => {
  answering(() => noVisits());
  server.use(
    http.get('/api/page-sessions/summary', () =>
      ok({
        groups: [
          { firstDay: '2026-11-01', lastDay: '2026-11-28', isByPage: true, rows: 9, sessions: 900, keyEvents: 9 },
        ],
        websiteId: 'w1',
      }),
    ),
  );
  renderAt('/visits', <VisitsPage />);
  expect(await screen.findByText('Sessions of Google Analytics are imported')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show imported sessions' })).toHaveAttribute(
    'href',
    '/imported?tab=sessions&website=w1',
  );
});

test('figures_answer_in_words_tiles_and_a_line', async () => {
  answering(() => aVisitReport());
  const { at } = renderAt('/visits', <VisitsPage />);
  expect(await screen.findByRole('heading', { name: '312 visits in the last 28 days' })).toBeInTheDocument();
  expect(screen.getByText(/88 fewer than in the previous 28 days \(400, down 22%\)/)).toHaveTextContent(
    '9 of 312 visits converted: 2.9%, likely 1.5 to 5.4% (95% interval). Reported value: €1,080.',
  );
  expect(await screen.findByRole('application', { name: /^Visits per day/ })).toBeInTheDocument();
  const value = screen.getByRole('button', { name: /^Value ?€1,080/ });
  await userEvent.click(value);
  expect(await screen.findByRole('application', { name: /^Value per day/ })).toBeInTheDocument();
  expect(at()).toContain('metric=valueCents');
});

test('funnel_shows_counts_and_shares', async () => {
  answering(() => aVisitReport());
  renderAt('/visits', <VisitsPage />);
  const funnel = within(await screen.findByRole('region', { name: 'Funnel' })).getAllByRole('listitem');
  expect(funnel.map((step) => step.textContent)).toEqual([
    expect.stringMatching(/^Visits312/),
    expect.stringMatching(/^Engaged15650% of visits/),
    expect.stringMatching(/^Contact3912.5% of visits, 25% of engaged/),
    expect.stringMatching(/^Conversion92.9% of visits, 23.1% of contacts/),
  ]);
});

test('chosen_table_is_in_the_address_and_exported_by_key', async () => {
  answering(() => aVisitReport());
  const { at } = renderAt('/visits', <VisitsPage />);
  expect(await screen.findByRole('row', { name: 'AI assistants 12 9 3 25%' })).toBeInTheDocument();
  expect(screen.getByText(/AI assistants is a minimum/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Sources' }));
  expect(await screen.findByRole('row', { name: 'None Direct 12 9 3 25%' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Pages' }));
  expect(at()).toContain('by=pages');
  currentShortcuts(useShortcuts.getState().list)
    .find(({ keys }) => keys === 'e')
    ?.run?.();
  expect(saveText).toHaveBeenCalledWith(
    'Page,Page views,Conversions on it\r\n"/quote, ""fast""",700,9\r\n',
    'northwind.example-visits-pages-2026-10-27-2026-11-23.csv',
    'text/csv;charset=utf-8',
  );
});

test('period_is_in_the_address_and_in_the_request', async () => {
  const asked = answering((from) => aVisitReport({ from }));
  const { at } = renderAt('/visits?days=90', <VisitsPage />);
  expect(await screen.findByRole('radio', { name: '90d' })).toBeChecked();
  const days = (query?: URLSearchParams) =>
    (Date.parse(query?.get('to') ?? '') - Date.parse(query?.get('from') ?? '')) / 86_400_000 + 1;
  expect(asked.map(days)).toEqual([90]);
  await userEvent.click(screen.getByText('7d'));
  await waitFor(() => expect(days(asked.at(-1))).toBe(7));
  expect(at()).toContain('days=7');
});

test('period_without_visits_is_zero_while_an_earlier_one_has_some', async () => {
  answering(() => noVisits({ countingSince: '2026-01-05' }));
  renderAt('/visits?days=7', <VisitsPage />);
  expect(await screen.findByRole('heading', { name: /^No visits in the last/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Value ?— ?no conversion reports one/ })).toBeInTheDocument();
  expect(screen.getByText('No visits in this period')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
  expect(screen.getByText(/Either nobody visited northwind.example, or its pages no longer/)).toBeInTheDocument();
  const funnel = within(screen.getByRole('region', { name: 'Funnel' }));
  expect(funnel.queryByText(/of visits/)).not.toBeInTheDocument();
});

test('growth_since_counting_began_is_not_called_a_change', async () => {
  const previous = visitCounts({ visits: 20 });
  answering(() => aVisitReport({ previous, countingSince: '2026-10-20' }));
  renderAt('/visits', <VisitsPage />);
  expect(await screen.findByText(/20 visits were counted, only since Oct 20, 2026/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Visits ?312/ })).toHaveTextContent('no comparison');
});

test('chart_starts_where_counting_began_and_nothing_before_it_is_compared', async () => {
  answering(() => aVisitReport({ previous: visitCounts(), countingSince: '2026-11-19' }));
  renderAt('/visits', <VisitsPage />);
  expect(
    await screen.findByText(/Not counted yet in the previous 28 days: counting began on Nov 19, 2026/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: /^Visits ?312/ })).toHaveTextContent('not counted before');
  const chart = await screen.findByRole('application', { name: /^Visits per day/ });
  expect(chart).toHaveAccessibleName(/Nov 19, 2026 to Nov 23, 2026.* Counting began on the first day/);
});

test('conversions_are_listed_page_by_page', async () => {
  answering(() => aVisitReport());
  const first = Array.from({ length: 25 }, (_, at) => aConversion({ id: `c${at}` }));
  server.use(
    http.get('/api/websites/:id/conversions', ({ request }) =>
      new URL(request.url).searchParams.has('cursor')
        ? ok({ conversions: [aConversion({ id: 'last', name: '', valueCents: null })], nextCursor: null })
        : ok({ conversions: first, nextCursor: 'c1' }),
    ),
  );
  renderAt('/visits', <VisitsPage />);
  const row = /Quote \/contact \/ AI assistants: chatgpt.com Mobile €120$/;
  expect(await screen.findAllByRole('row', { name: row })).toHaveLength(10);
  const pages = within(screen.getByRole('navigation', { name: 'Pages of conversions' }));
  expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await userEvent.click(pages.getByRole('button', { name: 'Next' }));
  expect(screen.getAllByRole('row', { name: row })).toHaveLength(10);
  await userEvent.click(pages.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('row', { name: /Unnamed .* Mobile —$/ })).toBeInTheDocument();
  expect(screen.getAllByRole('row', { name: row })).toHaveLength(5);
  expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();
});

test('each_card_fails_alone_with_a_retry', async () => {
  answering(() => aVisitReport());
  server.use(http.get('/api/websites/:id/conversions', () => problem(500, 'Internal error')));
  renderAt('/visits', <VisitsPage />);
  expect(await screen.findByText('Failed to load the conversions.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Funnel' })).toBeInTheDocument();
});

test('failed_report_shows_its_reason_and_a_retry', async () => {
  server.use(http.get('/api/websites/:id/visits', () => problem(500, 'The store is away')));
  renderAt('/visits', <VisitsPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load the visits.');
  answering(() => aVisitReport());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: /^312 visits/ })).toBeInTheDocument();
});

test('conversions_are_filtered_by_the_server', async () => {
  const sent: URLSearchParams[] = [];
  answering(() => aVisitReport());
  server.use(
    http.get('/api/websites/:id/conversions', ({ request }) => {
      sent.push(new URL(request.url).searchParams);
      const conversions = sent.at(-1)?.has('channel') ? [] : [aConversion()];
      return ok({ conversions, nextCursor: null });
    }),
  );
  const { at } = renderAt('/visits', <VisitsPage />);
  const card = within(await screen.findByRole('region', { name: 'Conversions' }));
  await card.findByText('/contact');
  await userEvent.selectOptions(card.getByRole('combobox', { name: 'Channel' }), 'Email');
  expect(await card.findByText('No conversions with these filters')).toBeInTheDocument();
  expect([sent.at(-1)?.get('channel'), at()]).toEqual(['email', '/visits?channel=email']);
  await userEvent.click(card.getByRole('button', { name: 'Clear filters' }));
  expect(await card.findByText('/contact')).toBeInTheDocument();
});
