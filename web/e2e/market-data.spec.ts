import { expect, expectAccessible, expectNoSideways, test } from './fixtures';

const PLACES =
  'name,region,country,latitude,longitude,population,households\nToronto,ON,CA,43.7,-79.42,2794356,1160892\n';

test('own_places_and_rates_change_the_markets_until_they_are_undone', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/market-data');
  await expect(page.getByRole('row', { name: /^Plumbing/ }).first()).toContainText('grade B');
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('tab', { name: 'Your data' }).click();
  await page.getByLabel('CSV file').setInputFiles({
    name: 'places.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${PLACES}Nowhere,ON,CA,91,0,5,\n`),
  });
  await page.getByRole('button', { name: 'Import file' }).click();
  await expect(page.getByText(/^Line 3: latitude/)).toBeVisible();
  await page.getByRole('button', { name: 'Import the other rows' }).click();
  await expect(page.getByText('1 value imported, 1 wrong row left out')).toBeVisible();

  await page.getByRole('button', { name: 'Add value' }).click();
  const form = page.getByRole('dialog', { name: 'Add a value' });
  await form.getByLabel('Vertical').selectOption('plumbing');
  await form.getByLabel('City').fill('Toronto');
  await form.getByLabel('State').fill('ON');
  await form.getByLabel('Payout ($)').fill('400');
  await form.getByRole('button', { name: 'Save value' }).click();
  await expect(page.getByRole('row', { name: /^Payout of plumbing in place ca-on-toronto/ })).toContainText(
    '$400 per lead',
  );
  await expectAccessible(page);

  await page.goto('/market-data?tab=markets&vertical=plumbing&state=ON');
  const market = page.getByRole('row', { name: /^Plumbing in Toronto, ON/ });
  await expect(market).toContainText('$400 per lead');
  await expect(market).toContainText('uses figures of the United States');
  await expectAccessible(page);
  await expectNoSideways(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export markets' }).click();
  expect((await download).suggestedFilename()).toMatch(/^market-data-markets-\d{4}-\d{2}-\d{2}\.csv$/);

  await page.goto('/market-data?tab=own');
  await page.getByRole('button', { name: /^Undo: payout/ }).click();
  await expect(page.getByRole('button', { name: /^Redo: payout/ })).toBeVisible();
  await page.goto('/market-data?tab=markets&vertical=plumbing&state=ON');
  await expect(market).toContainText('$72.50 per call');
  await page.getByRole('tab', { name: 'Sources' }).click();
  await expect(page.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible();
});
