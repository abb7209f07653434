import type { Page } from '@playwright/test';
import { bringSample, colourViolations, expect, get, type Look, post, test } from './fixtures';

const THEMES = ['Default Dark', 'Cyberpunk Command Center', 'Executive Boardroom'];
/** User agent of a browser that a person uses; automated ones are not counted as visitors. */
const PERSON = 'Mozilla/5.0 (X11; Linux x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const SCHEMES = ['Dark', 'Light'] as const;

/** Appearance of the page in each built-in theme, dark and light, as selected in the settings. */
async function looks(page: Page): Promise<Look[]> {
  const found: Look[] = [];
  await page.goto('/settings?tab=appearance');
  for (const theme of THEMES) {
    const use = page.getByRole('button', { name: `Use ${theme}` });
    const card = page.getByRole('listitem').filter({ has: page.getByText(theme, { exact: true }) });
    await expect(card).toBeVisible();
    if (await use.isVisible()) await use.click();
    await expect(card.getByText('in use')).toBeVisible();
    for (const scheme of SCHEMES) {
      await page.getByText(scheme, { exact: true }).first().click();
      const className = scheme === 'Dark' ? 'dark' : 'light';
      await expect(page.locator('html')).toHaveClass(className);
      found.push({ name: `${theme}, ${className}`, className, ...(await worn(page)) });
    }
  }
  return found;
}

/** Attributes that the selected theme sets on the root of the page. */
function worn(page: Page): Promise<Pick<Look, 'variables' | 'switches'>> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const switches = root.getAttributeNames().filter((name) => name.startsWith('data-'));
    return { variables: root.style.cssText, switches };
  });
}

/** Reports a page view of the sample website, as the script on its pages does. */
async function reportVisit(page: Page, site: string): Promise<void> {
  const data = { site, event: 'view', url: 'https://www.sample.example/', referrer: 'https://chatgpt.com/' };
  const answer = await page.request.post('/t', { data, headers: { 'user-agent': PERSON } });
  expect(answer.status()).toBe(204);
}

/** Creates content for each page: results of engines, a visit, an experiment and a plan. Returns the paths of the last two. */
async function furnish(page: Page): Promise<[string, string]> {
  const websiteId = await bringSample(page);
  await reportVisit(page, websiteId);
  const run = (engine: string, action: string, parameters = {}) =>
    post(page, `/api/intelligence-engines/${engine}/execute`, { action, websiteId, parameters });
  await run('keyword', 'analyse', { valuePerLeadCents: 12_000 });
  await run('pattern', 'decompose');
  const { days } = await get<{ days: { day: string }[] }>(page, `/api/websites/${websiteId}/daily`);
  const { annotation } = await post<{ annotation: { id: string } }>(page, '/api/annotations', {
    websiteId,
    title: 'New titles on the service pages',
    kind: 'title',
    day: days.at(-40)?.day,
  });
  const { experiment } = await post<{ experiment: { id: string } }>(page, '/api/experiments', {
    annotationId: annotation.id,
    hypothesis: 'A title that names the place is clicked more often.',
  });
  const { opportunities } = await get<{ opportunities: { id: string }[] }>(page, '/api/opportunities');
  const { plan } = await post<{ plan: { id: string } }>(page, '/api/plans', { opportunityId: opportunities[0]?.id });
  return [`/experiments/${experiment.id}`, `/plans/${plan.id}`];
}

const PAGES = [
  '/dashboard',
  '/keyword-finder',
  '/intelligence/patterns',
  '/analytics',
  '/crawl',
  '/ranks',
  '/ai-answers',
  '/visits',
  '/market-data',
  '/imported',
  '/opportunities/discover',
  '/projects',
  '/domination/dashboard',
  '/settings?tab=appearance',
];

test('every built-in theme can be read, dark and light', { tag: '@look' }, async ({ page, signedIn, browser }) => {
  // Eighteen screens in six looks take more time than a journey usually has.
  test.slow();
  expect(signedIn.email).toContain('@');
  const own = await furnish(page);
  const all = await looks(page);
  expect(new Set(all.map(({ variables, className }) => variables + className)).size).toBe(6);
  const stranger = await (await browser.newContext()).newPage();
  const visits = [
    ...['/', '/login'].map((path) => [stranger, path] as const),
    ...[...PAGES, ...own].map((path) => [page, path] as const),
  ];
  for (const [tab, path] of visits) {
    await test.step(path, async () => {
      await tab.goto(path);
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(tab.getByLabel('Loading')).toHaveCount(0);
      for (const look of all) expect.soft(await colourViolations(tab, look), path).toEqual([]);
    });
  }
  await stranger.context().close();
});

test('every built-in theme shows a crawl readably', { tag: '@look' }, async ({ page, signedIn, baseURL }) => {
  expect(signedIn.email).toContain('@');
  const { website } = await post<{ website: { id: string } }>(page, '/api/websites', { url: baseURL });
  await post(page, '/api/crawls', { websiteId: website.id, maxPages: 3, delayMs: 0 });
  const all = await looks(page);
  await page.goto('/crawl');
  await expect(page.getByRole('heading', { name: /SEO score/ })).toBeVisible();
  await page.getByRole('region', { name: 'Issues' }).getByRole('button').first().click();
  await expect(page.getByLabel('Loading')).toHaveCount(0);
  for (const look of all) expect.soft(await colourViolations(page, look), look.name).toEqual([]);
});
