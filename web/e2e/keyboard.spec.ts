import type { Page } from '@playwright/test';
import { bringSample, expect, expectAccessible, get, post, test } from './fixtures';
import { tabTo } from './keys';

test('the skip link leads past the navigation', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('signing out needs no mouse, and the focus comes back to the opener', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/settings');
  const account = page.getByRole('button', { name: /My Account/ });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('a new page puts the focus on its heading and its name on the tab', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/projects');
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await expect(page).toHaveTitle('Settings · Motherlode');
});

test('F8 leads to a message', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/settings');
  await page.getByLabel('First name').fill('Adele');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved').first()).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listitem').filter({ hasText: 'Profile saved' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Close notification' })).toBeFocused();
});

test('the palette leads anywhere, and can be read by everybody', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Command' });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('connections');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\?tab=connections$/);
  // While the palette closes, keys still belong to it.
  await expect(field).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/projects$/);
});

test('from the login to an opportunity that is taken up, without a mouse', async ({ page, signedIn }) => {
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

interface Market {
  vertical: string;
  verticalName: string;
  place: { id: string; name: string };
  flags: string[];
}

/** Enters who runs the sites, and adds a market of a trade that no law regulates to the pipeline. Returns its trade. */
async function bringMarket(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const operator = {
    legalName: 'North Leads LLC',
    email: 'hello@north.example',
    postalAddress: '1 Main Street\nTulsa, OK 74103',
  };
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.put('/api/site-operator', { data: operator, headers });
  expect(answer.ok(), `the operator answered ${answer.status()}`).toBe(true);
  const path = '/api/dominator-pipeline/high-value-opportunities?limit=200';
  const { topOpportunities } = await get<{ topOpportunities: Market[] }>(page, path);
  const market = topOpportunities.find(({ flags }) => !flags.includes('regulated'));
  if (!market) throw new Error('every market is regulated');
  const { vertical, verticalName, place } = market;
  await post(page, '/api/dominator-pipeline/markets', { markets: [{ vertical, place: place.id }] });
  return verticalName;
}

test('from a market to a live site, without a mouse', async ({ page, signedIn }) => {
  test.slow();
  expect(signedIn.email).toContain('@');
  await page.goto('/projects');
  const trade = await bringMarket(page);
  // Shortcuts work once the page is there.
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await page.keyboard.type('goldmine deployment');
  await page.keyboard.press('Enter');
  const market = page.getByRole('checkbox', { name: `Choose ${trade}` });
  await expect(market).toBeVisible();
  await tabTo(page, market);
  await page.keyboard.press('Space');
  await expect(market).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Build 1 site' }));
  await page.keyboard.press('Enter');
  const deployments = page.getByRole('region', { name: 'Deployments' });
  await expect(deployments).toContainText('Awaiting approval', { timeout: 60_000 });

  await tabTo(page, deployments.getByRole('link', { name: /^Sites of/ }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dominator\/sites\?deployment=/);
  const site = page.getByRole('main').getByRole('table').getByRole('link').first();
  await expect(site).toBeVisible();
  await tabTo(page, site);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Release 1 passed the gate/)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Approve and deploy' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve release 1?' });
  await tabTo(page, dialog.getByRole('button', { name: 'Approve and deploy' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Release 1 is live.')).toBeVisible({ timeout: 60_000 });
});

test('a sequence of keys works while a row has the focus', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const websiteId = await bringSample(page);
  await post(page, '/api/intelligence-engines/keyword/execute', { action: 'analyse', websiteId });
  for (const [key, path] of [
    ['k', '/keyword-finder'],
    ['d', '/dashboard'],
  ] as const) {
    await page.goto('/keyword-finder?intent=local');
    await expect(page.locator('[data-row="0"]')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(page.locator('[data-row="1"]')).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(page).toHaveURL((url) => url.pathname === path && !url.searchParams.has('intent'));
  }
});

test('the drawer keeps the focus until it closes', { tag: '@look' }, async ({ page, signedIn }) => {
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

test('panel_of_all_pages_closes_on_escape_on_its_backdrop_and_on_a_choice', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/dashboard');
  const open = page.getByRole('button', { name: 'All pages' });
  const panel = page.getByRole('dialog', { name: 'All pages' });
  await open.click();
  await expect(panel.getByRole('link', { name: 'Revenue and ledger' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await open.click();
  await page.mouse.click(5, 890);
  await expect(panel).toBeHidden();
  await open.click();
  await panel.getByRole('link', { name: 'Revenue and ledger' }).click();
  await expect(page).toHaveURL(/\/leads\?tab=ledger$/);
  await expect(panel).toBeHidden();
  await page.goBack();
  await expect(panel).toBeHidden();
});
