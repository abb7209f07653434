import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCrawl, aPage, crawlHandlers, FACTS } from '@/testing/crawls';
import { http, ok } from '@/testing/http';
import { aWebsite } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import CrawlPage from './page';

beforeEach(() => {
  signIn();
  server.use(
    http.get('/api/websites', () => ok({ websites: [aWebsite()] })),
    ...crawlHandlers([aCrawl()]),
  );
});

test('only_the_worst_severity_is_unfolded_until_another_is_chosen', async () => {
  renderAt('/crawl', <CrawlPage />);
  const warnings = await screen.findByText('Warnings', { selector: 'h3' });
  expect(screen.getByText('Page not found or refused (4xx)')).toBeVisible();
  expect(screen.getByText('Little text')).not.toBeVisible();
  expect(screen.getByText(/16 URLs/)).toBeVisible();
  await userEvent.click(warnings);
  expect(screen.getByText('Little text')).toBeVisible();
});

test('link_to_an_issue_unfolds_its_severity', async () => {
  renderAt('/crawl?issue=thin-content', <CrawlPage />);
  expect(await screen.findByText('A page with little text answers little.')).toBeVisible();
});

test.each([
  [9_999, '9,999'],
  [10_000, '10,000 or more'],
])('number_of_outlinks_is_a_lower_bound_from_the_most_that_is_read: %s', async (outlinks, text) => {
  server.use(
    http.get('/api/crawls/:id/pages/:no', () =>
      ok({ page: aPage(), facts: { ...FACTS, outlinks, rendered: null }, findings: [] }),
    ),
  );
  renderAt('/crawl?page=7', <CrawlPage />);
  expect(await screen.findByText(text)).toBeInTheDocument();
});
