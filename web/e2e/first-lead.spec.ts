import type { Locator, Page } from '@playwright/test';
import { expect, freshAccount, get, register, test } from './fixtures';
import { tabTo } from './keys';

/** A person with a keyboard and no mouse, or with a phone and no keyboard. */
interface Hands {
  press(target: Locator, key?: 'Enter' | 'Space'): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Opens the page of this name: from the palette, or from the drawer. */
  goTo(name: string): Promise<void>;
}

function keyboardOf(page: Page): Hands {
  return {
    press: async (target, key = 'Enter') => {
      await expect(target).toBeVisible();
      await tabTo(page, target);
      await page.keyboard.press(key);
    },
    type: async (target, text) => {
      await tabTo(page, target);
      await page.keyboard.type(text);
    },
    goTo: async (name) => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
      await page.keyboard.type(name);
      await expect(page.getByRole('option').first()).toContainText(name);
      await page.keyboard.press('Enter');
    },
  };
}

function fingersOn(page: Page): Hands {
  return {
    press: (target) => target.tap(),
    type: (target, text) => target.fill(text),
    goTo: async (name) => {
      await page.getByRole('button', { name: 'Open navigation' }).tap();
      await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name }).tap();
    },
  };
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 1280) < 640;

/** Enters who runs the sites. */
async function enterOperator(page: Page, { goTo, type, press }: Hands): Promise<void> {
  await goTo('Operator: who runs your sites');
  await expect(page.getByLabel('Legal name')).toBeVisible();
  await type(page.getByLabel('Legal name'), 'North Leads LLC');
  await type(page.getByLabel('Email for visitors'), 'hello@north.example');
  await type(page.getByLabel('Postal address'), '1 Main Street, Tulsa, OK 74103');
  await press(page.getByRole('button', { name: 'Save operator' }));
  await expect(page.getByText('The operator is complete.')).toBeVisible();
}

/** Scans all markets and adds the best one of plumbing, which no law regulates, to the pipeline. */
async function findMarket(page: Page, { goTo, press }: Hands): Promise<void> {
  await goTo('Opportunity discovery');
  await press(page.getByRole('button', { name: 'Scan all markets' }));
  await expect(page.getByRole('region', { name: 'Summary of the scan' })).toBeVisible({ timeout: 60_000 });
  const name = /^Plumbing in /;
  const row = isPhone(page) ? page : page.getByRole('rowheader', { name }).first();
  await press(row.getByRole('button', { name }).first());
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Calculation from the values above')).toBeVisible({ timeout: 60_000 });
  await press(drawer.getByRole('button', { name: 'Add to pipeline' }));
  await expect(drawer.getByText('In pipeline')).toBeVisible();
  await press(drawer.getByRole('button', { name: 'Close' }));
}

/** Builds a site for the market, approves its release and waits until it is live. Returns its short name. */
async function deploy(page: Page, { goTo, press }: Hands): Promise<string> {
  await goTo('Goldmine deployment');
  const choice = page.getByRole('checkbox', { name: /^Choose Plumbing/ });
  await expect(choice).toBeVisible();
  const city = / in ([^,]+)/.exec((await choice.getAttribute('aria-label')) ?? '')?.[1] ?? 'no city';
  await press(choice, 'Space');
  await press(page.getByRole('button', { name: 'Build 1 site' }));
  const deployments = page.getByRole('region', { name: 'Deployments' });
  await expect(deployments).toContainText('Awaiting approval', { timeout: 60_000 });
  await press(deployments.getByRole('link', { name: /^Sites of/ }));
  await expect(page).toHaveURL(/\/dominator\/sites\?deployment=/);
  await press(
    page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(city) })
      .first(),
  );
  await press(page.getByRole('button', { name: 'Approve and deploy' }));
  const dialog = page.getByRole('dialog', { name: 'Approve release 1?' });
  await press(dialog.getByRole('button', { name: 'Approve and deploy' }));
  await expect(page.getByText('Release 1 is live.')).toBeVisible({ timeout: 60_000 });
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return (await get<{ site: { slug: string } }>(page, `/api/sites/${id}`)).site.slug;
}

/** Sends the form of the site as a visitor. */
async function sendLead(page: Page, slug: string, { type, press }: Hands): Promise<void> {
  await page.goto(`/sites/${slug}/`);
  await type(page.getByLabel('Your name'), 'Zoe');
  await type(page.getByLabel('Telephone number'), '918-555-0123');
  await type(page.getByLabel('What do you need, and where?'), 'Please call me back.');
  await press(page.locator('form input[name="consent"]'), 'Space');
  await press(page.getByRole('button', { name: 'Send request' }));
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
}

test('from the registration to a live site and its first lead, by keyboard or on a phone', async ({ page }) => {
  test.slow();
  const hands = isPhone(page) ? fingersOn(page) : keyboardOf(page);
  if (isPhone(page)) await register(page, freshAccount());
  else await registerByKeys(page, hands);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible();
  await hands.press(page.getByRole('button', { name: 'Skip for now' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Intelligence hub' })).toBeVisible();
  await enterOperator(page, hands);
  await findMarket(page, hands);
  const slug = await deploy(page, hands);
  await sendLead(page, slug, hands);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Intelligence hub' })).toBeVisible();
  await hands.goTo('Leads');
  await expect(page.getByRole('button', { name: 'Zoe' })).toBeVisible();
});

async function registerByKeys(page: Page, { type, press }: Hands): Promise<void> {
  const { email, password } = freshAccount();
  await page.goto('/register');
  const code = process.env.MOTHERLODE_SETUP_CODE;
  if (code && (await page.getByLabel('Setup code').isVisible())) await type(page.getByLabel('Setup code'), code);
  await type(page.getByLabel('First Name'), 'Ada');
  await type(page.getByLabel('Last Name'), 'North');
  await type(page.getByLabel('Email Address'), email);
  await type(page.getByLabel('Password', { exact: true }), password);
  await type(page.getByLabel('Confirm Password', { exact: true }), password);
  await press(page.getByRole('button', { name: 'Create Account' }));
}
