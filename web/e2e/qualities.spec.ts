import { bringSample, expect, expectNoSideways, signIn, test } from './fixtures';

test('a copied link shows the same view in another browser', { tag: '@look' }, async ({ page, signedIn, browser }) => {
  await bringSample(page);
  await page.goto('/analytics');
  await page.getByRole('button', { name: /^Impressions/ }).click();
  await expect(page).toHaveURL(/metric=impressions/);

  const other = await browser.newContext();
  const copy = await other.newPage();
  await copy.goto(page.url());
  await signIn(copy, signedIn);
  await expect(copy).toHaveURL(page.url());
  await expect(copy.getByRole('button', { name: /^Impressions/, pressed: true })).toBeVisible();
  for (const shown of [page, copy]) {
    await expect(shown.getByRole('heading', { name: 'Impressions per day' })).toBeVisible();
  }
  await other.close();
});

const NARROW = ['/', '/login', '/register', '/dashboard', '/keyword-finder', '/opportunities/discover', '/projects'];
const NARROW_TOO = [
  '/analytics',
  '/crawl',
  '/ranks',
  '/ai-answers',
  '/content-generator',
  '/content-generator/audit',
  '/packs',
  '/packs/en/roofing',
  '/visits',
  '/leads',
  '/leads?tab=buyers',
  '/leads?tab=sources',
  '/leads?tab=ledger',
  '/market-data',
  '/dominator',
  '/dominator/opportunity-discovery',
  '/dominator/goldmine-deployment',
  '/dominator/auto-deployment',
  '/dominator/analysis',
  '/campaigns',
  '/campaigns/new',
  '/campaigns/new?step=targets',
  '/campaigns/new?step=budget',
  '/campaigns/new?step=review',
  '/dominator/sites',
  '/dominator/targets',
  '/dominator/operator',
  '/domination/dashboard',
  '/imported',
  '/experiments',
  '/plans',
  '/quick-rank',
  '/edits',
  '/intelligence/causal',
  '/settings',
  '/settings?tab=appearance',
];

test('a window of 320 px holds every page', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await bringSample(page);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [...NARROW, ...NARROW_TOO]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByLabel('Loading')).toHaveCount(0);
      await expectNoSideways(page);
    });
  }
});
