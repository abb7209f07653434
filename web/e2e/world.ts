import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export interface Account {
  email: string;
  password: string;
}

interface Fixtures {
  /** A fresh account that is signed in; onboarding is skipped. */
  signedIn: Account;
  /** Watches the page: a console error, a failed request or a request to another site fails the test at its end. */
  quiet: undefined;
}

/** Answers that belong to the sign-in itself: nobody is signed in yet, or the password was wrong on purpose. */
const EXPECTED_401 = /\/api\/auth\/(session|me|login|refresh)$/;

export function freshAccount(): Account {
  return { email: `e2e-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
}

export async function register(page: Page, account: Account): Promise<void> {
  await page.goto('/register');
  const code = process.env.MOTHERLODE_SETUP_CODE;
  if (code && (await page.getByLabel('Set-up code').isVisible())) await page.getByLabel('Set-up code').fill(code);
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill('North');
  await page.getByLabel('Email Address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

export async function skipOnboarding(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForURL((url) => !url.pathname.startsWith('/register'));
  if (new URL(page.url()).pathname === '/onboarding') {
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await page.waitForURL((url) => url.pathname !== '/onboarding');
  }
}

export async function signIn(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Email Address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** No accessibility violation of WCAG 2.2 A and AA, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.className = name;
    }, theme);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    const found = violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found).toEqual([]);
  }
  await page.evaluate(() => {
    document.documentElement.className = 'dark';
  });
}

/** The page never scrolls sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
}

export const test = base.extend<Fixtures>({
  signedIn: async ({ page }, use) => {
    const account = freshAccount();
    await register(page, account);
    await skipOnboarding(page);
    await use(account);
  },
  quiet: [
    async ({ page, baseURL }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED_401.test(message.location().url)) noise.push(message.text());
      });
      page.on('pageerror', (error) => noise.push(String(error)));
      page.on('request', (request) => {
        const { protocol, host } = new URL(request.url());
        if (protocol.startsWith('http') && host !== new URL(baseURL ?? '').host) noise.push(`another site: ${host}`);
      });
      await use(undefined);
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
