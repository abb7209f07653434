import { expect, expectAccessible, expectNoSideways, test } from './fixtures';

test('markets_are_scanned_filtered_explained_and_added_to_the_pipeline', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const isPhone = (page.viewportSize()?.width ?? 1280) < 640;
  await page.goto('/dominator/opportunity-discovery');
  await expect(page.getByText('No scan yet')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Scan all markets' }).click();
  await expect(page.getByRole('region', { name: 'Summary of the scan' })).toContainText('800,830', { timeout: 60_000 });
  await expectAccessible(page);
  await expectNoSideways(page);

  if (isPhone) await page.getByText('Scan with other filters').click();
  await page.getByRole('combobox', { name: 'States' }).selectOption('OK');
  await page.getByRole('textbox', { name: 'People, e.g. 50000' }).fill('50000');
  await expect(page).toHaveURL(/states=OK&people=50000/);
  await page.getByRole('button', { name: 'Scan markets' }).click();
  await expect(page.getByRole('heading', { name: /listed market/ })).not.toContainText('2,000', { timeout: 60_000 });
  const market = isPhone
    ? page.getByRole('button', { name: / in .*, OK/ }).first()
    : page
        .getByRole('rowheader', { name: / in .*, OK/ })
        .first()
        .getByRole('button');
  await market.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Calculation from the values above')).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await expectNoSideways(page);
  await drawer.getByRole('button', { name: 'Add to pipeline' }).click();
  await expect(drawer.getByText('In pipeline')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('In pipeline').first()).toBeVisible();

  await page.reload();
  await expect(page.getByText('In pipeline').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Scans' })).toContainText('All verticals; all states');
});
