import { bringSample, expect, expectAccessible, expectNoSideways, test } from './fixtures';

test('pages_of_the_sample_are_audited_and_a_plan_is_made_from_a_page', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const website = await bringSample(page);
  await page.goto(`/content-generator/audit?website=${website}`);
  await expect(page.getByText(/^No audit of .* yet$/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('button', { name: 'Run the audit' }).click();
  const table = page.getByRole('region', { name: 'Audited pages' });
  await expect(table.getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
  await page.getByLabel('Verdict').selectOption('Improve');
  await expect(table.getByText('Keep', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSideways(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^content-audit-.*\.csv$/);

  await table.getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Before and after')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Create a plan' }).click();
  await expect(page).toHaveURL(/\/plans\/[0-9a-f-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Improve / })).toBeVisible();
});
