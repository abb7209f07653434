import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
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
