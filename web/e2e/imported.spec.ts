import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways, test } from './fixtures';

const BACKLINKS = `Referring page title,Referring page URL,Domain rating,Target URL,Anchor,Nofollow,UGC,Sponsored,First seen,Last seen,Lost
Best plumbers,https://blog.example/plumbers,72,https://northwind.example/austin/,Northwind,false,false,false,2025-03-02,2026-08-01,
A list,https://list.example/tx,40,https://northwind.example/,=1+1,true,false,false,2024-01-01,2026-02-03,2026-02-10
`;

const CRM = `Lead No,Created,Form URL,Phrase,Outcome,Deal value
7,2026-08-01,https://northwind.example/contact,drain cleaning,won,90.50
8,soon,https://northwind.example/contact,,open,
`;

const RATES = `vertical,service,state,city,unit,amount,currency,source,valid_from
plumbing,drain cleaning,TX,Waco,call,85.50,USD,=Buyer,2026-01-01
plumbing,,TX,,lead,40,USD,Buyer B,
`;

async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel('Files to import').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

test('backlinks_are_imported_seen_filtered_and_undone', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/keyword-finder');
  await drop(page, 'backlinks.csv', BACKLINKS);
  await expect(page.getByText('Ahrefs, backlinks')).toBeVisible();
  await expect(page.getByLabel('Rows that are already stored')).toHaveValue('newest');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/rows were imported|Import finished|imported/i).first()).toBeVisible({ timeout: 60_000 });

  await page.goto('/imported');
  await expect(page.getByText('blog.example/plumbers')).toBeVisible();
  await expect(page.getByText('2 links, 1 domain, 1 lost')).toBeVisible();
  await expect(page.getByText('Ahrefs domain rating').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
  expect(text).toContain("'=1+1");
  await page.getByLabel('Relation').selectOption('nofollow');
  await expect(page.getByText('blog.example/plumbers')).toBeHidden();
  await expect(page.getByText('list.example/tx')).toBeVisible();
});

test('columns_of_an_unknown_table_are_assigned_and_offered_again', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/keyword-finder');
  await drop(page, 'crm.csv', CRM);
  await expect(page.getByLabel('Rows are')).toHaveValue('leads');
  await expect(page.getByText('drain cleaning').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByLabel('Created').selectOption('date');
  await page.getByLabel('Outcome').selectOption('stage');
  await page.getByLabel('Currency of all amounts').fill('usd');
  await page.getByRole('button', { name: 'Read columns' }).click();
  await expect(page.getByText(/2 rows, 1 to import, 1 left out/)).toBeVisible();
  await expect(page.getByText(/“soon” is not a day/).first()).toBeVisible();
  await page.getByLabel('Website address').fill('https://northwind.example/');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/imported/i).first()).toBeVisible({ timeout: 60_000 });
  await page.goto('/imported?tab=leads');
  await expect(page.getByText('drain cleaning')).toBeVisible();
  await expect(page.getByText('1 lead, $90.50')).toBeVisible();

  await page.goto('/projects/new');
  await page.goto('/keyword-finder');
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  await drop(page, 'crm-2.csv', CRM.replace('7,', '17,'));
  await expect(page.getByText('You assigned these columns for an earlier file.')).toBeVisible();
});

test('rates_of_a_rate_card_are_imported_seen_filtered_and_exported', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/keyword-finder');
  await drop(page, 'rates.csv', RATES);
  await page.getByLabel('Website address').fill('https://northwind.example/');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/imported/i).first()).toBeVisible({ timeout: 60_000 });
  await page.goto('/imported');
  await page.getByRole('tab', { name: 'Rates' }).click();
  await expect(page.getByRole('row', { name: /drain cleaning .*Waco, TX .*\$85\.50 .*Per call/ })).toBeVisible();
  await expect(page.getByText('2 rows')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('combobox', { name: 'Unit' }).selectOption('call');
  await expect(page.getByRole('row', { name: /Buyer B/ })).toBeHidden();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
  expect(text).toContain("call,85.50,USD,'=Buyer,2026-01-01");
  expect(text).not.toContain('Buyer B');
});
