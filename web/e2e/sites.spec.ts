import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways, get, post, test } from './fixtures';
import { expectStill } from './shifts';

interface Market {
  vertical: string;
  verticalName: string;
  place: { id: string; name: string; state: string | null };
  flags: string[];
}

/** Adds a scored market of a trade that no law regulates to the pipeline, as opportunity discovery does. */
async function addMarket(page: Page): Promise<{ name: string; city: string }> {
  await page.goto('/dominator');
  const path = '/api/dominator-pipeline/high-value-opportunities?limit=200';
  const { topOpportunities } = await get<{ topOpportunities: Market[] }>(page, path);
  const market = topOpportunities.find(({ flags }) => !flags.includes('regulated'));
  if (!market) throw new Error('every market is regulated');
  const { vertical, verticalName, place } = market;
  const added = await post<{ markets: { stage: string }[] }>(page, '/api/dominator-pipeline/markets', {
    markets: [{ vertical, place: place.id }],
  });
  expect(added.markets.map(({ stage }) => stage)).toEqual(['score']);
  return { name: `${verticalName} in ${place.name}${place.state ? `, ${place.state}` : ''}`, city: place.name };
}

/** Enters who runs the sites. The deployment leads here, because no site can be created without it. */
async function enterOperator(page: Page): Promise<void> {
  await page.goto('/dominator/goldmine-deployment');
  await expect(page.getByText('First say who runs your sites')).toBeVisible();
  await page.getByRole('link', { name: 'Enter the operator' }).click();
  await page.getByLabel('Legal name').fill('North Leads LLC');
  await page.getByLabel('Email for visitors').fill('hello@north.example');
  await page.getByLabel('Postal address').fill('1 Main Street\nTulsa, OK 74103');
  const preview = page.getByRole('region', { name: 'What visitors read' });
  await expect(preview).toContainText('North Leads LLC passes requests to independent businesses');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Save operator' }).click();
  await expect(page.getByText('The operator is complete.')).toBeVisible();
  await page.getByRole('link', { name: 'Deploy markets' }).click();
}

/** Chooses the market and a theme, and starts the deployment. */
async function deployMarket(page: Page, name: string): Promise<void> {
  // The choice is in the address, so the box follows a moment later.
  const box = page.getByRole('checkbox', { name: `Choose ${name}` });
  await box.click();
  await expect(box).toBeChecked();
  // The picture of the theme lies over its radio button.
  await page.locator('label').filter({ hasText: 'Orchard' }).click();
  await expect(page.getByRole('radio', { name: /Orchard/ })).toBeChecked();
  await page.getByLabel('Name of the deployment (optional)').fill('First round');
  const summary = page.getByRole('region', { name: 'What will happen' });
  await expect(summary).toContainText('1 site is built');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Build 1 site' }).click();
  const deployments = page.getByRole('region', { name: 'Deployments' });
  await expect(deployments).toContainText('Awaiting approval', { timeout: 60_000 });
  await expectAccessible(page);
}

/** Reads the gate report of the site, looks at its preview, and approves its release. Returns its short name. */
async function approveSite(page: Page, city: string): Promise<string> {
  await page.getByRole('link', { name: 'Sites of First round' }).click();
  await expect(page).toHaveURL(/\/dominator\/sites\?deployment=/);
  await expectAccessible(page);
  await expectNoSideways(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(city) })
    .first()
    .click();
  await expect(page.getByText(/Release 1 passed the gate/)).toBeVisible();
  const report = page.getByRole('region', { name: 'Gate report' });
  await expect(report.getByText('Passed', { exact: true }).first()).toBeVisible();
  const preview = page.frameLocator('iframe[title^="Preview of"]');
  await expect(preview.getByText('This is a referral service', { exact: false }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  const { pathname } = new URL(page.url());
  await expectStill(page, pathname);
  const id = pathname.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Approve and deploy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve release 1?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Approve and deploy' }).click();
  await expect(page.getByText('Release 1 is live.')).toBeVisible({ timeout: 60_000 });
  const { site } = await get<{ site: { slug: string } }>(page, `/api/sites/${id}`);
  return site.slug;
}

test('market_becomes_a_site_that_brings_a_lead', async ({ page, signedIn }) => {
  test.slow();
  expect(signedIn.email).toContain('@');
  const { name, city } = await addMarket(page);
  await enterOperator(page);
  await deployMarket(page, name);
  const slug = await approveSite(page, city);

  await page.getByRole('tab', { name: 'Pages' }).click();
  await expect(page.getByRole('button', { name: /^Rewrite page Home/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Releases' }).click();
  await expect(page.getByText('Live', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('');
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.goto(`/sites/${slug}/`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(city);
  await page.getByLabel('Your name').fill('Zoë');
  await page.getByLabel('Telephone number').fill('918-555-0123');
  await page.getByLabel('What do you need, and where?').fill('Please call me back.');
  await page.locator('form input[name="consent"]').check();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  await page.goto('/leads');
  await expect(page.getByRole('button', { name: 'Zoë' })).toBeVisible();
  await page.goto('/dominator');
  const revenue = page.getByRole('region', { name: 'Revenue', exact: true });
  await expect(revenue).toContainText('Live');
  await expect(revenue).toContainText('1 lead');
  await expectAccessible(page);
  await expectNoSideways(page);
});

test('target_is_added_tested_and_deleted', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/dominator/targets');
  await expect(page.getByText('No target of your own')).toBeVisible();
  await page.getByRole('button', { name: 'Add target' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Netlify/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('My Netlify');
  await page.getByLabel('Token').fill('no-such-token');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Save target' }).click();
  const card = page.getByRole('region', { name: 'My Netlify' });
  await expect(card).toContainText('stored');
  await expect(page.getByText('no-such-token')).toHaveCount(0);
  await card.getByRole('button', { name: 'Edit My Netlify' }).click();
  await expect(page.getByLabel('Token')).toHaveValue('');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await card.getByRole('button', { name: 'Delete My Netlify' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete target' }).click();
  await expect(page.getByText('No target of your own')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
});

test('batch_is_deployed_and_cancelled', async ({ page, signedIn }) => {
  test.slow();
  expect(signedIn.email).toContain('@');
  await page.goto('/domination/dashboard');
  await expect(page.getByText('No deployments yet')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await enterOperator(page);
  await page.goto('/domination-control');
  await page.getByRole('button', { name: 'Deploy a batch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deploy a batch' });
  await dialog.getByRole('group', { name: 'Verticals' }).getByRole('checkbox').first().check();
  await dialog.getByLabel('Maximum sites').fill('2');
  await expectAccessible(page);
  await expectNoSideways(page);
  await dialog.getByRole('button', { name: 'Build the sites' }).click();
  const deployments = page.getByRole('region', { name: 'Deployments' });
  await expect(deployments).toContainText('Planned2', { timeout: 60_000 });
  // The filter of statuses has the same words.
  const status = (word: RegExp) => deployments.locator('span', { hasText: word }).first();
  await expect(status(/^Awaiting approval$/)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await deployments.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('button', { name: 'Cancel deployment' }).click();
  await expect(status(/^Cancelled$/)).toBeVisible({ timeout: 60_000 });
});
