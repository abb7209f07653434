import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export interface Account {
  email: string;
  password: string;
}

interface Fixtures {
  /** A fresh account that is signed in and past the onboarding; no page of the application is open yet. */
  signedIn: Account;
  /** Watches the page: a console error, a failed request or a request to another site fails the test at its end. */
  quiet: undefined;
}

/** Expected 401 responses: not signed in, or an intentionally wrong password. */
const EXPECTED_401 = /\/api\/auth\/(session|me|login|refresh)$/;
/** Requested intentionally, and rejected: a page of the server's own network, a crawl with an invalid pattern, a missing key, an
 * address instead of a domain. */
const EXPECTED_422 = /\/api\/(themes\/extract|crawls|connections|answers\/settings|report-domain)$/;

/** Sites are shown below the application's address without scripts; the one that counts visits is blocked. */
const SANDBOXED = /^Blocked script execution in '[^']*\/(sites|preview)\//;

/** An empty page of the application's origin: with its storage, without calls. */
const STILL_PAGE = '/still-page';
const STILL_HTML = '<!doctype html><link rel="icon" href="data:,"><title>Still</title>';

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

export function freshAccount(): Account {
  return { email: `e2e-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
}

/** Fills in and sends the registration form. */
export async function register(page: Page, account: Account): Promise<void> {
  await page.goto('/register');
  const code = process.env.MOTHERLODE_SETUP_CODE;
  if (code && (await page.getByLabel('Setup code').isVisible())) await page.getByLabel('Setup code').fill(code);
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill('North');
  await page.getByLabel('Email Address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

/** Creates an account past the onboarding, signed in without a form. */
export async function registerByCall(page: Page, account: Account): Promise<void> {
  const setupCode = process.env.MOTHERLODE_SETUP_CODE;
  const form = { ...account, firstName: 'Ada', lastName: 'North', ...(setupCode ? { setupCode } : {}) };
  const { data } = await call<{ data: { tokens: Tokens } }>(page, '/api/auth/register', form);
  await call(page, '/api/user/onboarding/complete', undefined, data.tokens.accessToken);
  await keepTokens(page, data.tokens);
}

/** Sends a call of the signed-in account and returns its response. */
async function call<Answer>(
  page: Page,
  path: string,
  data?: object,
  token?: string,
  others: Record<string, string> = {},
): Promise<Answer> {
  const headers = token ? { ...others, authorization: `Bearer ${token}` } : others;
  const answer = await page.request.post(path, { data, headers });
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
  return answer.json();
}

const tokenOf = async (page: Page) => (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? '';

/** Sends a call of the signed-in account, waits for its run, and returns the response. */
export async function post<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  return call(page, path, data, await tokenOf(page), { prefer: 'wait=60' });
}

/** Gets a resource of the signed-in account. */
export async function get<Answer>(page: Page, path: string): Promise<Answer> {
  const answer = await page.request.get(path, { headers: { authorization: `Bearer ${await tokenOf(page)}` } });
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
  return answer.json();
}

async function keepTokens(page: Page, { accessToken, refreshToken }: Tokens): Promise<void> {
  await page.route(STILL_PAGE, (route) => route.fulfill({ contentType: 'text/html', body: STILL_HTML }));
  await page.goto(STILL_PAGE);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    { accessToken, token: accessToken, refreshToken },
  );
  await page.unroute(STILL_PAGE);
}

/** Imports the bundled sample into the signed-in account and waits for its end. Returns its website's id. */
export async function bringSample(page: Page): Promise<string> {
  const answer = await post<{ import: { websiteId: string } }>(page, '/api/imports/sample', {});
  return answer.import.websiteId;
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

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Accessibility rules that depend on colours, and therefore on the theme. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Appearance of the root of the page: its class, its custom properties, and the switches of its theme. */
export interface Look {
  name: string;
  /** Style of the root; the page's own if omitted. */
  variables?: string;
  className: 'dark' | 'light';
  switches?: readonly string[];
}

/** Applies an appearance, and waits for the end of colour transitions. */
async function dress(page: Page, look: Look): Promise<void> {
  await page.evaluate(async ({ variables, className, switches }) => {
    const root = document.documentElement;
    root.className = className;
    if (variables !== undefined) root.style.cssText = variables;
    if (switches) {
      for (const name of root.getAttributeNames().filter((each) => each.startsWith('data-')))
        root.removeAttribute(name);
      for (const name of switches) root.toggleAttribute(name, true);
    }
    // A finished animation may still apply its last frame, and is then listed too.
    const isPassing = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY;
    // Waits for colour transitions to end. Inherited colours start their transition after the parent's, so one check is
    // not enough.
    for (;;) {
      await new Promise(requestAnimationFrame);
      const passing = document.getAnimations().filter(isPassing);
      if (passing.length === 0) return;
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }
  }, look);
}

/** Returns violations of the selected rules on the page in this appearance. */
async function violationsIn(page: Page, look: Look, choose: (axe: AxeBuilder) => AxeBuilder) {
  await dress(page, look);
  // The script (500 kB) is still loaded on a page that was checked before.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined;
  // The application has no frames, so axe needs no second page for its results.
  const axe = new AxeBuilder({ page, axeSource }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await choose(axe).analyze();
  return violations.map(({ id, nodes }) => `${look.name} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Returns elements without sufficient contrast on the page in this theme. */
export async function colourViolations(page: Page, look: Look): Promise<string[]> {
  return violationsIn(page, look, (axe) => axe.withRules(OF_COLOUR));
}

/** Expects no violation of WCAG 2.2 A and AA: all rules in the dark theme, rules on colour in the light theme too. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await colourViolations(page, { name: 'light', className: 'light' })).toEqual([]);
  expect(await violationsIn(page, { name: 'dark', className: 'dark' }, (axe) => axe.withTags(WCAG))).toEqual([]);
}

/** The page never scrolls sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
}

/** Widest window that folds cards of secondary content, in pixels. */
const FOLDS_UP_TO = 639;

/** Unfolds a card with this title where a phone folds it; a wider window shows it whole. */
export async function unfold(page: Page, title: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) > FOLDS_UP_TO) return;
  const heading = page.getByRole('heading', { name: title, exact: true });
  await page.locator('details:not([open]) > summary').filter({ has: heading }).click();
}

export const test = base.extend<Fixtures>({
  signedIn: async ({ page }, use) => {
    const account = freshAccount();
    await registerByCall(page, account);
    await use(account);
  },
  quiet: [
    async ({ page, baseURL }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        const isExpected =
          [EXPECTED_401, EXPECTED_422].some((calls) => calls.test(message.location().url)) ||
          SANDBOXED.test(message.text());
        if (message.type() === 'error' && !isExpected) noise.push(`${message.text()} ${message.location().url}`);
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
