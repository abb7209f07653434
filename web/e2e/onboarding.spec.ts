import { expect, expectAccessible, expectNoSideways, freshAccount, register, test } from './fixtures';

test('from an empty account to first findings, on sample data', async ({ page }) => {
  test.setTimeout(180_000);
  await register(page, freshAccount());
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue without one' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Import your search data' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: /sample data/i }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click({ timeout: 60_000 });

  await expect(page.getByRole('heading', { level: 1, name: 'Run the keyword engine' })).toBeVisible();
  await page.getByRole('button', { name: 'Run engine' }).click();
  await expect(
    page
      .getByRole('progressbar')
      .or(page.getByRole('button', { name: 'Show results' }))
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show results' }).click({ timeout: 120_000 });

  await expect(page.getByRole('heading', { level: 1, name: 'Your first findings' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '% confidence' }).first()).toBeVisible();
  const actions = page.getByRole('region', { name: 'Next actions' });
  await expect(actions.getByRole('listitem')).toHaveCount(3);
  await expect(actions.getByRole('button', { name: /^Implement the best opportunity/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('from a file of one’s own', async ({ page }) => {
  test.setTimeout(120_000);
  await register(page, freshAccount());
  await page.getByLabel('Address', { exact: true }).fill('northwind.example');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import your search data' })).toBeVisible();
  const rows = ['Top queries,Clicks,Impressions,CTR,Position'];
  for (let index = 1; index <= 40; index += 1)
    rows.push(`how to fix tap ${index},${index},${index * 30},3.33%,${4 + index / 4}`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'Queries.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${rows.join('\n')}\n`),
  });
  await expect(page.getByText('Queries.csv').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: /^(Import|Take in)/ }).click();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible({ timeout: 60_000 });
});
