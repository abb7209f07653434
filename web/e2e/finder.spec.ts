import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways, test } from './fixtures';

const ROWS: [query: string, clicks: number, impressions: number, position: number][] = [
  ['emergency plumber near me', 412, 9120, 6.4],
  ['boiler service cost', 33, 12_040, 3.2],
  ['blocked drain clearance', 98, 7410, 14.8],
  ['combi boiler or system boiler', 310, 20_990, 7.1],
  ['northwind plumbing', 640, 1010, 1.1],
  ['=cmd plumber', 12, 640, 9.9],
];

/** An export of Search Console as people get it, with one row that cannot be read. */
function queriesCsv(): Buffer {
  const lines = ROWS.map(([query, clicks, impressions, position]) => {
    const share = ((clicks / impressions) * 100).toFixed(2);
    return `${query},${clicks},${impressions},${share}%,${position}`;
  });
  const broken = 'leaking tap,many,900,1%,8';
  return Buffer.from(['Top queries,Clicks,Impressions,CTR,Position', ...lines, broken, ''].join('\n'));
}

/** Daily figures as in a Search Console export. */
function chartCsv(): Buffer {
  const lines = Array.from({ length: 10 }, (_, index) => `2026-10-${10 + index},${40 + index},900,4.5%,8.1`);
  return Buffer.from(['Date,Clicks,Impressions,CTR,Position', ...lines, ''].join('\n'));
}

async function importQueries(page: Page): Promise<void> {
  await page.goto('/keyword-finder');
  await expect(page.getByRole('heading', { name: 'Import your search data' })).toBeVisible();
  await page.getByLabel('Files to import').setInputFiles({
    name: 'Queries.csv',
    mimeType: 'text/csv',
    buffer: queriesCsv(),
  });
  await expect(page.getByText('Search Console, queries')).toBeVisible();
  const address = page.getByLabel('Website address');
  await address.fill('https://northwind.example/');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
}

/** Imports, sets a value per lead and waits for the table. */
async function analyse(page: Page): Promise<void> {
  await importQueries(page);
  await page.getByLabel('Value per lead', { exact: true }).fill('180');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Run analysis' }).click();
  await expect(page.getByRole('table', { name: /Keywords/ })).toBeVisible();
}

test('file_becomes_keywords_with_values_and_can_be_exported', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  test.setTimeout(120_000);
  await analyse(page);

  await test.step('the table', async () => {
    const row = page.getByRole('row', { name: /boiler service cost/ });
    await expect(row).toContainText('12,040');
    await expect(row).toContainText('$');
    await expect(page.getByRole('columnheader', { name: /Monthly value/ })).toHaveAttribute('aria-sort', 'descending');
    await expectNoSideways(page);
    await expectAccessible(page);
  });

  await test.step('a filter stays in the address', async () => {
    await page.getByRole('searchbox', { name: 'Keyword contains' }).fill('boiler');
    await expect(page).toHaveURL(/q=boiler/);
    await expect(page.getByRole('row', { name: /northwind plumbing/ })).toBeHidden();
    await page.reload();
    await expect(page.getByRole('row', { name: /combi boiler/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /northwind plumbing/ })).toBeHidden();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('row', { name: /northwind plumbing/ })).toBeVisible();
  });

  await test.step('how a value was computed', async () => {
    await page.getByRole('button', { name: /boiler service cost/ }).click();
    const drawer = page.getByRole('dialog', { name: 'boiler service cost' });
    await expect(drawer.getByText('Value per lead', { exact: true })).toBeVisible();
    await expect(drawer.getByText(/^Source: assumption: 5%/)).toBeVisible();
    await expect(drawer).toContainText('80% interval');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('the export holds the rows, guarded against formulas', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'These rows as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^keywords-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(ROWS.length + 1);
    expect(text).toContain("\n'=cmd plumber,");
  });

  await test.step('the other views', async () => {
    for (const [view, content] of [
      ['Clusters', page.getByRole('table')],
      ['Quick wins', page.getByRole('list', { name: 'Kinds of quick win' })],
      ['CTR', page.getByRole('application')],
    ] as const) {
      await page.getByRole('tab', { name: view }).click();
      await expect(content.first()).toBeVisible();
      await expectNoSideways(page);
      await expectAccessible(page);
    }
  });
});

test('rejected_rows_are_listed_and_an_import_can_be_undone', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await importQueries(page);
  await expect(page.getByRole('heading', { name: 'Run the keyword engine' })).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('1 row left out').click();
  await expect(page.getByRole('list', { name: 'Lines' }).getByText(/line 8/)).toBeVisible();
  await page.getByRole('button', { name: /^Undo the import/ }).click();
  await expect(page.getByText('Import undone', { exact: true })).toBeVisible();
});

test('several_files_are_one_import_and_repeated_files_are_asked_about', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const chart = { name: 'Chart.csv', mimeType: 'text/csv', buffer: chartCsv() };
  const queries = { name: 'Queries.csv', mimeType: 'text/csv', buffer: queriesCsv() };
  await page.goto('/keyword-finder');
  await page.getByLabel('Files to import').setInputFiles([chart, queries]);
  // The list of earlier imports names it too.
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads.getByText('Chart.csv and 1 more file')).toBeVisible();
  await expect(page.getByText(/rows, .* to import, 1 left out/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Reasons' })).toContainText('Queries.csv, first in line 8');
  await page.getByLabel('Website address').fill('https://northwind.example/');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Run the keyword engine' })).toBeVisible();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByLabel('Files to import').setInputFiles(queries);
  await expect(page.getByText(/^Queries\.csv was already imported on .* as Chart\.csv and 1 more file/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import again' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import again' }).click();
  await expect(page.getByText(/of \d+ rows imported, 1 left out/).first()).toBeVisible();
});

test('the hub shows what the run found, and an opportunity is taken up', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  test.setTimeout(120_000);
  await analyse(page);
  for (const path of ['/', '/dashboard', '/domination', '/intelligence']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Intelligence hub' })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Key figures' })).toContainText('$');
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(11);
  const insight = page.getByRole('region', { name: 'Insights' }).getByRole('group').first();
  await insight.locator('summary').click();
  await expect(insight.getByText('Disproved if')).toBeVisible();
  await expectNoSideways(page);
  await expectAccessible(page);

  await page.goto('/opportunities/discover');
  const row = page.getByRole('row').nth(1);
  await row.getByRole('button', { name: /^Implement/ }).click();
  await expect(row.getByText(/^implement(ing|ed)$/)).toBeVisible();
  await expectNoSideways(page);
  await expectAccessible(page);
});

test('a run is started from the hub and watched to its end', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  test.setTimeout(120_000);
  await analyse(page);
  await page.goto('/dashboard');
  const runs = page.getByRole('region', { name: 'Recent runs' });
  await expect(runs.getByText('Keyword engine, analyse')).toHaveCount(1);
  await page.getByRole('button', { name: /^Run.*Keyword engine/ }).click();
  await expect(runs.getByText('Keyword engine, analyse')).toHaveCount(2);
  // The look at the file, its import, and both analyses.
  await expect(runs.getByText('succeeded')).toHaveCount(4);
});

test('engine_pages_show_their_required_data', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  test.setTimeout(180_000);
  const segments = ['competitive', 'semantic', 'causal', 'patterns', 'strategic', 'content'];
  for (const segment of [...segments, 'predictive', 'learning', 'execution', 'local']) {
    await page.goto(`/intelligence/${segment}`);
    // An engine that this server can run shows its actions; the others say that they have none.
    const actions = page.getByRole('tablist', { name: 'Actions' });
    await expect(actions.or(page.getByText('No actions available'))).toBeVisible();
    await expect(page.getByRole('region', { name: 'Required data' })).toBeVisible();
    await expectNoSideways(page);
  }
  await expectAccessible(page);
  await page.goto('/quick-rank/wins');
  await expect(page.getByRole('heading', { level: 1, name: 'Quick wins' })).toBeVisible();
  await expect(page.getByText('No search data yet')).toBeVisible();
  await expectAccessible(page);
});
