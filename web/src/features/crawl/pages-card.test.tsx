import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { aCrawl, aPage, aReport, crawlHandlers } from '@/testing/crawls';
import { http, ok } from '@/testing/http';
import { onPhone } from '@/testing/media';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import CrawlPage from './page';

const screens = (
  <Routes>
    <Route path="crawl" element={<CrawlPage />} />
  </Routes>
);

const report = aReport({ fetched: 1_000_000 });

beforeEach(() => {
  signIn();
  server.use(http.get('/api/websites', () => ok({ websites: [aWebsite()] })));
});

test('search_that_ended_early_shows_how_far_it_came_and_goes_on', async () => {
  const cursors: (string | null)[] = [];
  server.use(
    http.get('/api/crawls/:id/pages', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      cursors.push(cursor);
      if (cursor === null) return ok({ pages: [], nextCursor: '77', searched: 200_000 });
      if (cursor === '77') return ok({ pages: [aPage()], nextCursor: '99', searched: 400_000 });
      return ok({ pages: [aPage({ no: 8, title: 'About us' })], nextCursor: null, searched: null });
    }),
    ...crawlHandlers([aCrawl({ report })]),
  );
  renderAt('/crawl?q=about', screens);
  const card = within(await screen.findByRole('region', { name: 'Pages' }));
  expect(await card.findByText('No pages found yet')).toBeInTheDocument();
  expect(card.getByRole('status')).toHaveTextContent(
    '200,000 of 1,000,000 URLs searched in this order: 0 pages found so far.',
  );
  expect(card.queryByText('No pages with these filters')).not.toBeInTheDocument();

  await userEvent.click(card.getByRole('button', { name: 'Search further' }));
  expect(await card.findByRole('row', { name: /About Northwind/ })).toBeInTheDocument();
  expect(card.getByRole('status')).toHaveTextContent('400,000 of 1,000,000 URLs searched in this order: 1 page found');

  await userEvent.click(card.getByRole('button', { name: 'Search further' }));
  expect(await card.findByRole('row', { name: /About us/ })).toBeInTheDocument();
  expect(card.getByRole('row', { name: /About Northwind/ })).toBeInTheDocument();
  expect(card.queryByRole('button', { name: 'Search further' })).not.toBeInTheDocument();
  expect(cursors).toEqual([null, '77', '99']);
});

test('full_list_of_a_search_has_no_note', async () => {
  server.use(
    http.get('/api/crawls/:id/pages', () => ok({ pages: [aPage()], nextCursor: '7', searched: null })),
    ...crawlHandlers([aCrawl({ report })]),
  );
  renderAt('/crawl?q=about', screens);
  const card = within(await screen.findByRole('region', { name: 'Pages' }));
  expect(await card.findByRole('button', { name: 'Load more' })).toBeInTheDocument();
  expect(card.queryByText(/searched in this order/)).not.toBeInTheDocument();
});

test('page_that_robots_txt_blocks_is_no_missing_response', async () => {
  const blocked = aPage({ no: 3, title: null, status: null, responseMs: 0, issues: ['blocked-by-robots'] });
  const silent = aPage({ no: 4, title: 'Silent', status: null, responseMs: 0, issues: ['no-response'] });
  server.use(
    http.get('/api/crawls/:id/pages', () => ok({ pages: [blocked, silent], nextCursor: null, searched: null })),
    ...crawlHandlers([aCrawl({ report })]),
  );
  renderAt('/crawl', screens);
  const row = await screen.findByRole('row', { name: /No title/ });
  expect(within(row).getByText('Blocked by robots.txt')).toBeInTheDocument();
  expect(within(row).queryByText('0 ms')).not.toBeInTheDocument();
  expect(within(screen.getByRole('row', { name: /Silent/ })).getByText('No response')).toBeInTheDocument();
});

test('phone_shows_five_pages_at_first', async () => {
  onPhone();
  const pages = Array.from({ length: 12 }, (_, no) => aPage({ no, title: `Page ${no}` }));
  server.use(
    http.get('/api/crawls/:id/pages', () => ok({ pages, nextCursor: null, searched: null })),
    ...crawlHandlers([aCrawl({ report })]),
  );
  renderAt('/crawl', screens);
  const card = within(await screen.findByRole('region', { name: 'Pages' }));
  expect(await card.findByRole('row', { name: /Page 4/ })).toBeInTheDocument();
  expect(card.queryByRole('row', { name: /Page 5/ })).not.toBeInTheDocument();
  await userEvent.click(card.getByRole('button', { name: 'Load more' }));
  expect(card.getByRole('row', { name: /Page 9/ })).toBeInTheDocument();
  expect(card.queryByRole('row', { name: /Page 10/ })).not.toBeInTheDocument();
});
