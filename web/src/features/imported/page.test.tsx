import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { http, ok, problem } from '@/testing/http';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import ImportedPage from './page';

const imported = { importId: 'm1', fileName: 'links.csv', importedAt: '2026-08-02T10:00:00Z' };

const LINK = {
  ...imported,
  provider: 'ahrefs',
  sourceUrl: 'https://blog.example/plumbers',
  sourceHost: 'blog.example',
  targetUrl: 'https://northwind.example/',
  anchor: 'Northwind',
  isNofollow: true,
  isUgc: false,
  isSponsored: null,
  firstSeen: '2025-03-02',
  lastSeen: '2026-08-01',
  lostOn: null,
  isLost: false,
  authority: 72,
  authorityName: 'Ahrefs domain rating',
};

const LEAD = {
  ...imported,
  externalId: 'L-1',
  day: '2026-08-01',
  page: null,
  keyword: 'drain cleaning',
  source: 'google',
  status: 'won',
  valueCents: 9_050,
  currency: 'EUR',
};

const asked: URLSearchParams[] = [];

beforeEach(() => {
  asked.length = 0;
  server.use(
    http.get('/api/websites', () => ok({ websites: [aWebsite()] })),
    http.get('/api/backlinks', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams);
      const backlinks = searchParams.has('rel') ? [] : [LINK];
      return ok({ websiteId: 'w1', backlinks, nextCursor: null });
    }),
    http.get('/api/backlinks/summary', () =>
      ok({
        websiteId: 'w1',
        referringDomains: 1,
        groups: [{ provider: 'ahrefs', links: 1, referringDomains: 1, lost: 0, notFollowed: 1, importedAt: null }],
      }),
    ),
    http.get('/api/observations/summary', () =>
      ok({
        websiteId: 'w1',
        tables: [
          { table: 'pages' as const, rows: 1_204, importedAt: '2026-08-02T10:00:00Z' },
          { table: 'keywords' as const, rows: 12, importedAt: '2026-08-02T10:00:00Z' },
          { table: 'rates' as const, rows: 1, importedAt: '2026-08-02T10:00:00Z' },
        ],
      }),
    ),
    http.get('/api/leads', () => ok({ websiteId: 'w1', leads: [LEAD], nextCursor: null })),
    http.get('/api/leads/summary', () =>
      ok({ websiteId: 'w1', groups: [{ status: 'won', currency: 'EUR', leads: 1, valueCents: 9_050 }] }),
    ),
  );
});

test('backlinks_are_shown_with_the_figure_of_their_provider_and_filtered', async () => {
  renderAt('/imported', <ImportedPage />);
  expect(await screen.findByText('blog.example/plumbers')).toBeInTheDocument();
  expect(screen.getByText('Ahrefs domain rating')).toBeInTheDocument();
  expect(await screen.findByText('1 link, 1 domain, 0 lost')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Relation' }), 'sponsored');
  expect(await screen.findByText('No backlinks with these filters')).toBeInTheDocument();
  expect(asked.at(-1)?.get('rel')).toBe('sponsored');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('blog.example/plumbers')).toBeInTheDocument();
});

test('another_tab_shows_leads_in_their_currency', async () => {
  renderAt('/imported?rel=nofollow', <ImportedPage />);
  await userEvent.click(await screen.findByRole('tab', { name: 'Leads' }));
  expect(await screen.findByText('drain cleaning')).toBeInTheDocument();
  expect(await screen.findByText('1 lead, €90.50')).toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: 'Relation' })).not.toBeInTheDocument();
});

const ROW = {
  ...imported,
  fileName: 'Search Console',
  day: '2026-08-01',
  query: 'drain cleaning',
  page: 'https://northwind.example/drains',
  facet: null,
  clicks: 3,
  impressions: 40,
  position: 4.25,
};

test('search_console_shows_rows_by_query_page_and_day_with_their_freshness', async () => {
  const sent: URLSearchParams[] = [];
  server.use(
    http.get('/api/search-performance', ({ request }) => {
      sent.push(new URL(request.url).searchParams);
      const rows = sent.at(-1)?.has('query') ? [] : [ROW];
      return ok({ websiteId: 'w1', firstDay: '2026-07-05', lastDay: '2026-08-01', rows, nextCursor: null });
    }),
    http.get('/api/search-performance/summary', () =>
      ok({
        websiteId: 'w1',
        firstDay: '2026-01-01',
        lastDay: '2026-08-01',
        sources: [
          {
            importId: 'm1',
            fileName: 'Search Console',
            importedAt: '2026-08-02T10:00:00Z',
            source: 'search_console' as const,
            firstDay: '2026-01-01',
            lastDay: '2026-08-01',
            days: 213,
          },
        ],
      }),
    ),
  );
  renderAt('/imported?tab=search', <ImportedPage />);
  expect(await screen.findByText('drain cleaning')).toBeInTheDocument();
  expect(screen.getByText(/7\.5\s?%/)).toBeInTheDocument();
  expect(await screen.findByText('213 days: Jan 1, 2026 to Aug 1, 2026')).toBeInTheDocument();
  expect(screen.getByText(/Shown: Jul 5, 2026 to Aug 1, 2026/)).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Most clicks first');
  await waitFor(() => expect(sent.at(-1)?.get('sort')).toBe('clicks'));
  await userEvent.type(screen.getByLabelText('Query contains'), 'roof');
  expect(await screen.findByText('No search performance with these filters')).toBeInTheDocument();
  expect(sent.at(-1)?.get('query')).toBe('roof');
});

test('search_results_show_position_result_and_features_and_an_empty_tab_says_how_to_get_them', async () => {
  const seen = {
    position: 2,
    url: 'https://rival.example/',
    device: 'mobile',
    location: 'Waco',
    features: ['local_pack'],
  };
  server.use(
    http.get('/api/serps', () =>
      ok({
        websiteId: 'w1',
        observations: [{ ...imported, subject: 'roof repair', day: '2026-08-01', seen }],
        nextCursor: null,
      }),
    ),
    http.get('/api/rankings', () => ok({ websiteId: 'w1', observations: [], nextCursor: null })),
  );
  renderAt('/imported?tab=serps', <ImportedPage />);
  expect(
    await screen.findByRole('row', { name: /roof repair 2 rival.example\/ Local pack Waco, Mobile/ }),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Ranks' }));
  expect(await screen.findByText('No ranks')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Track keywords' })).toHaveAttribute('href', '/ranks');
});

test.each([
  { tab: 'serps', path: '/api/serps', label: 'Query contains' },
  { tab: 'ranks', path: '/api/rankings', label: 'Keyword contains' },
] as const)('shown rows of $tab stay until filtered ones are loaded', async ({ tab, path, label }) => {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  server.use(
    http.get(path, async ({ request }) => {
      const isFiltered = new URL(request.url).searchParams.has('q');
      if (isFiltered) await sent;
      const observations = isFiltered ? [] : [{ ...imported, subject: 'roof repair', day: '2026-08-01', seen: {} }];
      return ok({ websiteId: 'w1', observations, nextCursor: null });
    }),
  );
  renderAt(`/imported?tab=${tab}`, <ImportedPage />);
  const row = await screen.findByRole('row', { name: /roof repair/ });
  await userEvent.type(screen.getByLabelText(label), 'x');
  await waitFor(() => expect(row.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true'));
  expect(row).toBeInTheDocument();
  send();
  expect(await screen.findByText(/^No .* with these filters$/)).toBeInTheDocument();
});

test('rates_show_amount_unit_place_and_validity_and_are_filtered_by_unit_and_place', async () => {
  const sent: URLSearchParams[] = [];
  const seen = {
    vertical: 'plumbing',
    service: 'drain cleaning',
    city: 'Waco',
    state: 'TX',
    unit: 'call',
    amountCents: 4_250,
    currency: 'USD',
    validFrom: '2026-01-01',
  };
  server.use(
    http.get('/api/payout-rates', ({ request }) => {
      sent.push(new URL(request.url).searchParams);
      const isOther = sent.at(-1)?.get('unit') === 'job';
      const rate = { ...imported, fileName: 'rates.csv', subject: 'plumbing', day: '2026-01-01', seen };
      return ok({ websiteId: 'w1', observations: isOther ? [] : [rate], nextCursor: null });
    }),
  );
  renderAt('/imported?tab=rates', <ImportedPage />);
  const name = /plumbing drain cleaning Waco, TX \$42\.50 Per call From Jan 1, 2026 unknown rates\.csv/;
  expect(await screen.findByRole('row', { name })).toBeVisible();
  expect(await screen.findByText('1 row')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('City or state contains'), 'waco');
  await waitFor(() => expect(sent.at(-1)?.get('place')).toBe('waco'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'Per job');
  expect(await screen.findByText('No rates with these filters')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('row', { name })).toBeVisible();
});

test('pages_show_what_the_crawl_saw_with_freshness_and_a_failure_can_be_retried', async () => {
  const sent: URLSearchParams[] = [];
  const seen = { url: 'https://northwind.example/drains', title: 'Drains', status: 404, words: 320 };
  server.use(
    http.get('/api/pages', ({ request }) => {
      sent.push(new URL(request.url).searchParams);
      if (sent.length === 1) return problem(503, 'The server is busy');
      const seenPage = { ...imported, fileName: 'internal_all.csv', subject: seen.url, day: '2026-08-01', seen };
      return ok({ websiteId: 'w1', observations: [seenPage], nextCursor: null });
    }),
  );
  renderAt('/imported?tab=pages', <ImportedPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  const row = await screen.findByRole('row', { name: /northwind\.example\/drains Drains unknown 404 320 Aug 1, 2026/ });
  expect(row).toBeVisible();
  expect(await screen.findByText('1,204 rows')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), '400 to 499: client error');
  await waitFor(() => expect(sent.at(-1)?.get('status')).toBe('client_error'));
});

test('an_empty_tab_of_rates_and_of_pages_says_what_to_import', async () => {
  server.use(
    http.get('/api/payout-rates', () => ok({ websiteId: 'w1', observations: [], nextCursor: null })),
    http.get('/api/pages', () => ok({ websiteId: 'w1', observations: [], nextCursor: null })),
  );
  renderAt('/imported?tab=rates', <ImportedPage />);
  expect(await screen.findByText(/Import a rate card/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('tab', { name: 'Pages' }));
  expect(await screen.findByText(/Import a crawl, such as internal_all\.csv/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Import a file' })).toHaveAttribute('href', '/projects/new');
});

test('keyword_data_show_volume_difficulty_and_tool_and_are_filtered_by_tool', async () => {
  const sent: URLSearchParams[] = [];
  const seen = {
    source: 'data_for_seo',
    volume: { low: 320, high: 320, basis: 'exact' },
    difficulty: 18,
    cpcCents: 2_287,
    currency: 'USD',
    position: null,
    intents: ['commercial'],
  };
  const bucket = { source: 'keyword_planner', volume: { low: 10, high: 100, basis: 'bucket' } };
  server.use(
    http.get('/api/keyword-data', ({ request }) => {
      sent.push(new URL(request.url).searchParams);
      const rows = [
        { ...imported, fileName: 'DataForSEO', subject: 'plumber waco', day: '2026-08-01', seen },
        { ...imported, subject: 'drains', day: null, seen: bucket },
      ];
      return ok({ websiteId: 'w1', observations: sent.at(-1)?.has('source') ? [] : rows, nextCursor: null });
    }),
  );
  renderAt('/imported?tab=keywords', <ImportedPage />);
  expect(
    await screen.findByRole('row', { name: /plumber waco 320 18 \$22\.87 . Commercial DataForSEO/ }),
  ).toBeVisible();
  expect(screen.getByRole('row', { name: /drains 10 to 100 .* Keyword Planner/ })).toBeVisible();
  expect(await screen.findByText('12 rows')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tool' }), 'Semrush, keywords');
  expect(await screen.findByText('No keyword data with these filters')).toBeInTheDocument();
  expect(sent.at(-1)?.get('source')).toBe('semrush_magic');
});

test('sessions_show_source_channel_and_that_a_currency_is_unknown', async () => {
  const session = {
    ...imported,
    firstDay: '2026-07-01',
    lastDay: '2026-07-31',
    page: '/',
    source: 'google',
    medium: 'organic',
    channel: 'Organic Search',
    sessions: 410,
    engagedSessions: 200,
    users: 300,
    keyEvents: 12,
    revenueCents: 231_095,
    currency: null,
  };
  const whole = { ...session, source: null, medium: null, channel: null, revenueCents: null };
  server.use(
    http.get('/api/page-sessions', () => ok({ websiteId: 'w1', sessions: [session, whole], nextCursor: null })),
    http.get('/api/page-sessions/summary', () => ok({ websiteId: 'w1', groups: [] })),
  );
  renderAt('/imported?tab=sessions', <ImportedPage />);
  expect(await screen.findByText('google / organic')).toBeInTheDocument();
  expect(screen.getByText('Organic Search')).toBeInTheDocument();
  expect(screen.getByText('All sources')).toBeInTheDocument();
  expect(screen.getByText('2,310.95, unknown currency')).toBeInTheDocument();
});
