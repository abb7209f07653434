import type { Locator, Page } from '@playwright/test';
import { bringSample, expect, expectNoSideways, signIn, test } from './world';

/** Everything must be reached within so many presses. */
const MOST_TABS = 80;

/** Goes on by Tab until `target` has the focus; on its way the focus can always be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(focusShows), 'the focus cannot be seen').toEqual([]);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`not reached within ${MOST_TABS} presses of Tab`);
}

/** What has the focus, if nothing on the page tells. */
function focusShows(): string[] {
  const at = document.activeElement;
  if (!at || at === document.body) return [];
  const isMarked = (element: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  return isMarked(at) || (at.parentElement && isMarked(at.parentElement)) ? [] : [at.outerHTML.slice(0, 200)];
}

test('from the login to an opportunity that is taken up, without a mouse', async ({ page, signedIn }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has no keyboard');
  await bringSample(page);
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto('/login');
  await tabTo(page, page.getByLabel('Email Address'));
  await page.keyboard.type(signedIn.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(signedIn.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Intelligence hub' })).toBeFocused();

  const run = page.getByRole('button', { name: /^Run.*Keyword engine/ });
  await expect(run).toBeVisible();
  await tabTo(page, run);
  await page.keyboard.press('Enter');
  const opportunities = page.getByRole('region', { name: 'Opportunities' });
  await expect(opportunities.getByRole('button', { name: /^Implement/ }).first()).toBeVisible({ timeout: 60_000 });

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await page.keyboard.type('opportunities');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').nth(1);
  const implement = row.getByRole('button', { name: /^Implement/ });
  await expect(implement).toBeVisible();
  await tabTo(page, implement);
  await page.keyboard.press('Enter');
  await expect(row.getByText(/^implement(ing|ed)$/)).toBeVisible();
});

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
    await expect(shown.getByRole('heading', { name: 'Impressions, day by day' })).toBeVisible();
  }
  await other.close();
});

const NARROW = ['/', '/login', '/register', '/dashboard', '/keyword-finder', '/opportunities/discover', '/projects'];
const NARROW_TOO = [
  '/analytics',
  '/experiments',
  '/plans',
  '/intelligence/causal',
  '/settings',
  '/settings?tab=appearance',
];

test('a window of 320 px holds every page', { tag: '@look' }, async ({ page, signedIn }, info) => {
  test.skip(info.project.name === 'phone', 'the width is its own');
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

test('the drawer keeps the focus until it closes', { tag: '@look' }, async ({ page, signedIn }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has no keyboard');
  expect(signedIn.email).toContain('@');
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto('/projects');
  const opener = page.getByRole('button', { name: 'Open navigation' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer).toBeVisible();
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => {
      const at = document.activeElement;
      return at !== document.body && !at?.closest('dialog');
    });
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
});
