import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { aCrawl } from '@/testing/crawls';
import { anEngine, aWebsite, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import { nextActions } from './next-action-list';
import OnboardingPage from './page';

const websites = (...all: ReturnType<typeof aWebsite>[]) =>
  http.get('/api/websites', () => HttpResponse.json({ success: true, websites: all }));

async function reloadWith(...handlers: ReturnType<typeof websites>[]) {
  signIn();
  server.use(...productHandlers());
  server.use(...handlers);
  renderAt('/onboarding', <OnboardingPage />);
  return (await screen.findByRole('heading', { level: 1 })).textContent;
}

it('onboarding_without_a_website_starts_at_the_first_step', async () => {
  expect(await reloadWith(websites())).toMatch(/^Welcome/);
});

it('onboarding_with_a_website_goes_on_with_the_import', async () => {
  const website = aWebsite({ lastImportAt: null, queries: null, clicks: null, impressions: null });
  expect(await reloadWith(websites(website))).toBe('Import your search data');
});

it('onboarding_with_an_import_goes_on_with_the_engine', async () => {
  const status = http.get('/api/intelligence-engines/status', () =>
    HttpResponse.json({ success: true, engines: [anEngine({ runId: null })], systemHealth: {} }),
  );
  expect(await reloadWith(websites(aWebsite()), status)).toBe('Run the keyword engine');
  expect(await screen.findByRole('button', { name: 'Run engine' })).toBeEnabled();
});

it('crawl_from_the_onboarding_ends_with_three_next_actions', async () => {
  const website = aWebsite({ lastImportAt: null, queries: null, clicks: null, impressions: null });
  let body: unknown = null;
  const crawl = http.post('/api/crawls', async ({ request }) => {
    body = await request.json();
    return HttpResponse.json({ success: true, crawl: aCrawl({ id: 'c7' }) });
  });
  await reloadWith(websites(website), crawl);
  await userEvent.click(await screen.findByRole('button', { name: 'Crawl now' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your crawl is running' })).toBeInTheDocument();
  expect(body).toEqual({ websiteId: website.id });
  const actions = screen.getByRole('region', { name: 'Next actions' });
  expect(within(actions).getAllByRole('listitem')).toHaveLength(3);
  expect(within(actions).getByRole('button', { name: /^Look at the crawl/ })).toBeEnabled();
});

it('next_actions_are_always_three', () => {
  const titles = (done: Parameters<typeof nextActions>[0]) => nextActions(done).map(({ title }) => title);
  expect(titles({ websiteId: 'w', crawlId: '', opportunity: 'Move up' })).toEqual([
    'Implement the best opportunity',
    'Crawl the website',
    'Connect Search Console',
  ]);
  expect(titles({ websiteId: '', crawlId: '', opportunity: null })).toEqual([
    'Connect Search Console',
    'Import search data',
    'Add a website',
  ]);
});
