import type { Request } from '@playwright/test';
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
  '/reports',
  '/experiments',
  '/plans',
  '/quick-rank',
  '/edits',
  '/intelligence/causal',
  '/settings',
  '/settings?tab=appearance',
];

test('a window of 320 px holds every page', { tag: ['@look', '@narrow'] }, async ({ page, signedIn }) => {
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

/** Bars of a cold start of the dashboard. Scripts are counted as they are sent, without headers. */
const HUB = { requests: 40, scriptBytes: 220_000 };
/** Time within which the palette and the live connection have loaded, in milliseconds. */
const HUB_SETTLED_MS = 4_000;

test('a cold start of the dashboard needs few requests and little script', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  await bringSample(page);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Intelligence hub' })).toBeVisible();
  await expect(page.getByLabel('Loading')).toHaveCount(0);
  await page.waitForTimeout(HUB_SETTLED_MS);
  const scripts = requests.filter((request) => request.resourceType() === 'script');
  const sizes = await Promise.all(scripts.map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(HUB.scriptBytes);
  expect(requests.map((request) => request.url()).length).toBeLessThanOrEqual(HUB.requests);
});

/** Pages that the tests above do not open. */
const OTHER_PAGES = [
  '/domination',
  '/intelligence',
  '/intelligence/keyword',
  '/intelligence/competitive',
  '/intelligence/semantic',
  '/intelligence/patterns',
  '/intelligence/strategic',
  '/intelligence/content',
  '/intelligence/predictive',
  '/intelligence/learning',
  '/intelligence/execution',
  '/intelligence/local',
  '/opportunities/local',
  '/opportunities/competitors',
  '/quick-rank/wins',
  '/campaigns',
  '/changes',
  '/projects/new',
  '/settings?tab=connections',
  '/settings?tab=schedules',
  '/settings?tab=webhooks',
  '/settings?tab=live',
  '/settings?tab=data',
  '/demo',
  '/privacy',
  '/terms',
  '/contact',
];

// The fixture fails on console errors, failed requests and requests to other sites.
test('every other page loads without errors', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await bringSample(page);
  for (const path of OTHER_PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByLabel('Loading')).toHaveCount(0);
      await expectNoSideways(page);
    });
  }
});

test('the sign-in form is filled in with Tab in reading order', { tag: '@look' }, async ({ page }) => {
  await page.goto('/login');
  const email = page.getByLabel('Email Address');
  await email.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  const order: string[] = [];
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab');
    order.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
  }
  expect(order).toContain('Sign In');
  expect(order.indexOf('Sign In')).toBeLessThan(order.indexOf('Sign in with Google'));
});

/** Pages with a live connection or figures of their own. */
const LIVE_PAGES = [
  '/dashboard',
  '/keyword-finder',
  '/dominator',
  '/analytics',
  '/domination/dashboard',
  '/settings?tab=live',
];

test('without a network no page says that it is live', { tag: '@look' }, async ({ page, signedIn, browser }) => {
  expect(signedIn.email).toContain('@');
  await bringSample(page);
  // A page of its own: here requests fail, as they must.
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  const chip = other.locator('header a[href="/settings?tab=live"]');
  for (const path of LIVE_PAGES) {
    await test.step(path, async () => {
      await other.goto(path);
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(chip).toHaveText('Live');
      await context.setOffline(true);
      await expect(chip).toHaveText('Offline');
      // States of connections are in lower case; "Live" counts websites.
      await expect(other.getByText(/^live$/)).toHaveCount(0);
      await context.setOffline(false);
      await expect(chip).toHaveText('Live');
    });
  }
  await context.close();
});
