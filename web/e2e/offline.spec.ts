import { test as base, expect } from '@playwright/test';
import { freshAccount, registerByCall } from './fixtures';
import { type NetworkProxy, openNetworkProxy } from './network-proxy';

// Opens the application through a proxy.
const test = base.extend<{ link: NetworkProxy }>({
  link: async ({ baseURL }, use) => {
    const link = await openNetworkProxy(baseURL ?? '');
    await use(link);
    await link.cut();
  },
});

test.use({ serviceWorkers: 'allow' });

test('without a network the app starts signed in, and shows what it knew with its time', async ({ browser, link }) => {
  const context = await browser.newContext({ baseURL: link.origin });
  const page = await context.newPage();
  await registerByCall(page, freshAccount());
  await page.goto('/projects');
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The worker controls the page after its next load, and caches that load's responses.
  await page.goto('/projects');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('motherlode-data')).keys()).length))
    .toBeGreaterThan(1);

  await context.setOffline(true);
  await link.cut();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect(page.getByText(/Offline - showing data from/)).toBeVisible();

  // The screen stays as it is when the server is back: an open menu stays open.
  await page.getByRole('button', { name: /My Account/ }).click();
  await link.mend();
  await context.setOffline(false);
  await expect(page.getByText(/^Offline - /)).toBeHidden();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect.poll(() => page.evaluate(() => caches.has('motherlode-data'))).toBe(false);
});
