import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways, get, test } from './fixtures';

interface Market {
  vertical: string;
  verticalName: string;
  flags: string[];
}

/** Enters who runs the sites. */
async function enterOperator(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const data = {
    legalName: 'North Leads LLC',
    email: 'hello@north.example',
    postalAddress: '1 Main Street\nTulsa, OK 74103',
  };
  const answer = await page.request.put('/api/site-operator', { data, headers: { authorization: `Bearer ${token}` } });
  expect(answer.ok()).toBe(true);
}

/** A vertical that no law regulates. */
async function freeVertical(page: Page): Promise<string> {
  const path = '/api/dominator-pipeline/high-value-opportunities?limit=200';
  const { topOpportunities } = await get<{ topOpportunities: Market[] }>(page, path);
  const market = topOpportunities.find(({ flags }) => !flags.includes('regulated'));
  if (!market) throw new Error('every market is regulated');
  return market.verticalName;
}

/** Goes through the steps of a campaign to its review. */
async function enterCampaign(page: Page, vertical: string): Promise<void> {
  await page.goto('/domination/dashboard');
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/campaigns\/new$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter a name, for example Oklahoma plumbers.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('First campaign');
  await page.getByRole('combobox', { name: 'Goal' }).selectOption('live_sites');
  await page.getByLabel('Number of live sites').fill('5');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('group', { name: 'Verticals' }).getByLabel(vertical, { exact: true }).check();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Total budget').fill('500');
  await page.getByLabel('Cost of a site (optional)').fill('60');
  await page.getByLabel('Minimum score').fill('0');
  await page.getByLabel('Minimum confidence').fill('0');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('campaign_is_tried_launched_approved_and_stopped', async ({ page, signedIn }) => {
  test.slow();
  expect(signedIn.email).toContain('@');
  await page.goto('/dominator/analysis');
  await expect(page.getByText('No site to analyze yet')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await enterOperator(page);
  await enterCampaign(page, await freeVertical(page));

  const run = page.getByRole('region', { name: 'Dry run' });
  await expect(run).toContainText('No saved scan covers these days', { timeout: 60_000 });
  await expect(run.getByText('Site started').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Forecast' })).toContainText('Taken from the budget');
  await expectAccessible(page);
  await expectNoSideways(page);
  // What was entered is there after a reload.
  await page.reload();
  await expect(page.getByText('Your draft is back')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Launch campaign' })).toBeEnabled({ timeout: 60_000 });

  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First campaign' })).toBeVisible();
  await expect(page.getByText('Not launched yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Launch First campaign' }).click();
  const review = page.getByRole('dialog', { name: 'Launch First campaign?' });
  await expectAccessible(page);
  await review.getByRole('button', { name: 'Launch campaign' }).click();
  await expect(page.getByText('First campaign is launched', { exact: true })).toBeVisible();
  const log = page.getByRole('region', { name: 'Log' });
  await expect(log.getByRole('cell', { name: 'Site started' }).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Awaiting approval 1', { timeout: 60_000 });
  await expect(page.getByRole('meter', { name: 'Budget left of First campaign' })).toHaveAttribute(
    'aria-valuetext',
    '$440 of $500',
  );
  await expectAccessible(page);
  await expectNoSideways(page);

  // The site waits for a person; then the kill switch stops what follows.
  await page.goto('/domination/dashboard');
  const deployments = page.getByRole('region', { name: 'Deployments' });
  await expect(deployments).toContainText('Awaiting approval', { timeout: 60_000 });
  await expect(page.getByRole('list', { name: 'Sites of First campaign by stage' })).toContainText(
    'Awaiting approval 1',
  );
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Stop execution' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop execution' }).click();
  await expect(page.getByText('Plan execution in this workspace is stopped')).toBeVisible();
  await page.goto('/dominator/auto-deployment');
  await expect(page.getByRole('region', { name: 'Rules' })).toContainText('The kill switch delays its next step.');
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText('Site started');
  await expectAccessible(page);
  await expectNoSideways(page);
});
