import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, freshAccount, register, signIn, skipOnboarding, test } from './fixtures';

/** Returns a browser context without a session. */
async function newVisitor(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test('a wanted page survives sign-in', async ({ signedIn, browser }) => {
  const page = await newVisitor(browser);
  await page.goto('/settings?tab=connections');
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fsettings%3Ftab%3Dconnections$/);
  await signIn(page, signedIn);
  await expect(page).toHaveURL(/\/settings\?tab=connections$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('wrong_password_shows_an_error_and_keeps_the_email', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, { email: 'nobody@example.com', password: 'not this one' });
  await expect(page.getByRole('alert')).toContainText('Invalid credentials');
  await expect(page.getByLabel('Email Address')).toHaveValue('nobody@example.com');
  await expectAccessible(page);
});

test('a foreign returnTo is not followed', async ({ signedIn, browser }) => {
  const page = await newVisitor(browser);
  await page.goto('/login?returnTo=%2F%2Fevil.example');
  await signIn(page, signedIn);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the session outlives a reload, and ends for all tabs at once', async ({ page, signedIn, context }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/projects');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  await page.getByRole('button', { name: /My Account/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(
    page.getByRole('heading', { level: 1, name: /find the keywords that grow your revenue/i }),
  ).toBeVisible();
  await expect(other).toHaveURL(/\/login/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|user/i.test(key)))).toEqual([]);

  await page.goto('/projects');
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fprojects$/);
});

test('a new account is led through the onboarding, whatever it wanted', async ({ page }) => {
  await register(page, freshAccount());
  await expect(page).toHaveURL(/\/onboarding/);
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/onboarding/);
  await expectAccessible(page);
  await skipOnboarding(page);
  await expect(page).toHaveURL(/\/settings$/);
});
