import { bringSample, expect, expectAccessible, expectNoSideways, test } from './fixtures';

test('report_is_created_made_and_read_by_its_link_until_it_ends', async ({ page, signedIn, browser, baseURL }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/reports');
  await expect(page.getByText('No reports yet')).toBeVisible();
  await expectAccessible(page);
  await bringSample(page);
  await page.reload();
  await page.getByRole('button', { name: 'New report' }).first().click();
  await page.getByLabel('Your name').fill('Lovelace Media');
  await expect(page.getByRole('region', { name: 'Preview of the cover' })).toContainText('Lovelace Media');
  await page.getByRole('button', { name: 'Create report' }).click();
  await expect(page.getByText('Not made yet')).toBeVisible();
  await page.getByRole('button', { name: 'Make report' }).click();
  await expect(page.getByRole('heading', { name: 'Search results' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Next actions' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  const pdf = Buffer.concat(await (await file.createReadStream()).toArray());
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF');

  await page.getByRole('button', { name: 'Share by link' }).click();
  const shown = await page.getByText(/\/shared\/reports\//).textContent();
  const path = new URL(shown?.trim() ?? '').pathname;
  const reader = await browser.newContext({ baseURL });
  const shared = await reader.newPage();
  await shared.goto(path);
  await expect(shared.getByRole('heading', { level: 1, name: 'Search report' })).toBeVisible();
  await expect(shared.getByText('Lovelace Media').first()).toBeVisible();
  await expect(shared.getByText('Motherlode')).toHaveCount(0);
  await expect(shared).toHaveTitle('Search report · Lovelace Media');
  await expect(
    shared.locator('link[rel="icon"]:not([href^="data:"]), link[rel="manifest"], meta[name="description"]'),
  ).toHaveCount(0);
  await expectAccessible(shared);
  await shared.setViewportSize({ width: 390, height: 844 });
  await expectNoSideways(shared);

  await page.getByRole('button', { name: 'End link' }).click();
  await expect(page.getByText('Not shared')).toBeVisible();
  await shared.reload();
  await expect(shared.getByRole('heading', { name: 'Report not found' })).toBeVisible();
  await reader.close();
});

test('report_domain_shows_its_records_and_what_the_check_found', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/reports');
  await page.getByRole('button', { name: 'Report domain' }).click();
  const drawer = page.getByRole('dialog', { name: 'Report domain' });
  await drawer.getByLabel('Domain').fill('https://wrong.example/path');
  await drawer.getByLabel('Your name').fill('Lovelace Media');
  await drawer.getByRole('button', { name: 'Add domain' }).click();
  await expect(drawer.getByText(/must be a host name such as/)).toBeVisible();
  await drawer.getByLabel('Domain').fill('Reports.Agency.example');
  await drawer.getByRole('button', { name: 'Add domain' }).click();
  await expect(drawer.getByText('_motherlode.reports.agency.example')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideways(page);
  await drawer.getByRole('button', { name: 'Remove domain' }).click();
  await page
    .getByRole('dialog', { name: /^Remove / })
    .getByRole('button', { name: 'Remove domain' })
    .click();
  await expect(drawer.getByRole('button', { name: 'Add domain' })).toBeVisible();
});
