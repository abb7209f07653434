import { execFileSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways, freshAccount, register, test } from './fixtures';

/** Program that kills one of two workers; set when the journeys run against several processes. */
const killWorker = process.env.MOTHERLODE_KILL_WORKER;

const WORDS = ['boiler', 'roof', 'drain', 'window', 'kitchen', 'garden'];
const ACTS = ['repair', 'service', 'cost', 'near me', 'replacement'];

/** Search Console export with queries within reach. */
function queriesCsv(): Buffer {
  const line = (_: unknown, n: number) => {
    const impressions = 900 + ((n * 7919) % 9000);
    const query = `${WORDS[n % 6]} ${ACTS[Math.floor(n / 6) % 5]} ${n}`;
    return `${query},${Math.floor(impressions / 60)},${impressions},1.67%,${5 + (n % 14)}`;
  };
  return Buffer.from(
    ['Top queries,Clicks,Impressions,CTR,Position', ...Array.from({ length: 1_200 }, line), ''].join('\n'),
  );
}

async function bringExport(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill('northwind.example');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'Queries.csv',
    mimeType: 'text/csv',
    buffer: queriesCsv(),
  });
  await page.getByRole('button', { name: /^(Import|Take in)/ }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click({ timeout: 60_000 });
}

async function shareDone(bar: Locator): Promise<number> {
  return Number((await bar.getAttribute('aria-valuenow', { timeout: 5_000 })) ?? 0);
}

test('new_user_gets_keyword_values_even_if_a_worker_is_killed', async ({ page }, info) => {
  test.setTimeout(300_000);

  await test.step('an account, its website and an export', async () => {
    await register(page, freshAccount());
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible();
    await bringExport(page);
    await page.getByLabel(/Value per lead, /).fill('180');
    await page.getByRole('button', { name: 'Run engine' }).click();
    await page.getByRole('button', { name: 'Show results' }).click({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('a longer run, whose progress moves', async () => {
    await page.goto('/keyword-finder?panel=run');
    await page.getByLabel('Value per lead', { exact: true }).fill('180');
    await page.getByText('Advanced parameters').click();
    await page.getByLabel('Draws', { exact: true }).fill('20000');
    await page.getByRole('button', { name: 'Run analysis' }).click();
    const bar = page.getByRole('progressbar').first();
    await expect(bar).toBeVisible();
    await expect.poll(() => shareDone(bar), { intervals: [50] }).toBeGreaterThan(0);
    const before = await shareDone(bar);
    await expect.poll(() => shareDone(bar), { intervals: [50] }).toBeGreaterThan(before);
    // On a retry one of the two is already gone.
    if (killWorker && info.retry === 0) execFileSync(killWorker);
    await expect(bar).toBeHidden({ timeout: 240_000 });
  });

  await test.step('keywords with their value', async () => {
    const row = page.getByRole('row', { name: /boiler repair/ }).first();
    await expect(row).toContainText('$');
    await expectNoSideways(page);
    await expectAccessible(page);
  });

  await test.step('opportunities with money, and the evidence for them', async () => {
    await page.goto('/opportunities/discover');
    await expect(page.getByRole('row').nth(1)).toContainText('$');
    await page.goto('/dashboard');
    const insight = page.getByRole('region', { name: 'Insights' }).getByRole('group').first();
    await insight.locator('summary').click();
    const evidence = insight.getByRole('region', { name: /^Evidence for/ });
    await expect(evidence.getByRole('row').nth(1)).toBeVisible();
    await expect(insight.getByText('Disproved if')).toBeVisible();
  });
});
