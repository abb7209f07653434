import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways, post, test } from './fixtures';

/** A website whose files are served from a folder that accesses may use. */
interface Site {
  address: string;
  folder: string;
  server: Server;
}

const PAGES: Record<string, string> = { '/': 'index.html', '/prices/': 'prices/index.html', '/about': 'about.html' };

function pageOf(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${title}</title>
  <meta name="description" content="Northwind repairs roofs.">
</head>
<body><main><h1>${title}</h1>
<p>Northwind repairs roofs in three cities and answers within a day. Ask about roof inspections.</p></main></body>
</html>
`;
}

async function serve(): Promise<Site> {
  const live = process.env.MOTHERLODE_LIVE_FOLDER;
  if (!live) throw new Error('MOTHERLODE_LIVE_FOLDER is not set: run scripts/e2e');
  const folder = join(live, crypto.randomUUID());
  for (const [path, file] of Object.entries(PAGES)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), pageOf(`Old ${path}`));
  }
  const server = createServer((request, response) => {
    const file = PAGES[request.url ?? ''];
    const content = file === undefined ? Promise.reject(new Error('no such page')) : readFile(join(folder, file));
    content.then(
      (bytes) => response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(bytes),
      () => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<title>Not found</title>'),
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder, server };
}

const contentOf = ({ folder }: Site, path: string) => readFile(join(folder, PAGES[path] ?? ''), 'utf8');

async function addWebsite(page: Page, { address }: Site): Promise<string> {
  const { website } = await post<{ website: { id: string } }>(page, '/api/websites', { url: address });
  return website.id;
}

/** Creates an edit of a title from the form of the list. */
async function createEdit(page: Page, path: string, title: string): Promise<void> {
  await page.goto('/edits');
  await page.getByRole('button', { name: 'New edit' }).click();
  const form = page.getByRole('dialog', { name: 'New edit' });
  await form.getByRole('button', { name: 'Create edit' }).click();
  await expect(form.getByText('Enter a path.')).toBeVisible();
  await form.getByLabel('Path of the page').fill(path);
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Measure the effect').uncheck();
  await expectAccessible(page);
  await expectNoSideways(page);
  await form.getByRole('button', { name: 'Create edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Change the title of ${path}` })).toBeVisible();
}

const status = (page: Page) => page.getByRole('region', { name: 'Status' });

async function reaches(page: Page, label: string): Promise<void> {
  await expect(status(page).getByRole('heading', { name: label, exact: true })).toBeVisible({ timeout: 30_000 });
}

async function prepare(page: Page): Promise<void> {
  await status(page).getByRole('button', { name: 'Prepare edit' }).click();
  await reaches(page, 'Awaiting approval');
}

test('edit_of_live_files_is_previewed_applied_with_its_first_file_on_trial_and_undone', { tag: '@look' }, async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toContain('@');
  const site = await serve();
  const websiteId = await addWebsite(page, site);
  await page.goto(`/projects/${websiteId}?tab=settings`);
  const card = page.getByRole('region', { name: 'Access to the live files' });
  await card.getByRole('button', { name: 'Add access' }).click();
  await page.getByRole('button', { name: /^Folder of this server/ }).click();
  const access = page.getByRole('dialog', { name: 'Folder of this server' });
  await access.getByLabel('Folder', { exact: true }).fill(site.folder);
  await expectAccessible(page);
  await expectNoSideways(page);
  await access.getByRole('button', { name: 'Save access' }).click();
  await card.getByRole('button', { name: 'Test access' }).click();
  await expect(card.getByText(site.folder).first()).toBeVisible();
  await expectAccessible(page);

  await createEdit(page, '/prices/', 'What a new roof costs');
  const changes = page.getByRole('region', { name: 'Changes' });
  await changes.getByRole('button', { name: 'Add change' }).click();
  const more = page.getByRole('dialog', { name: 'Add a change' });
  await more.getByLabel('Change', { exact: true }).selectOption('Add a link');
  await more.getByLabel('Path of the page').fill('/about');
  await more.getByLabel('Words to link').fill('roof inspections');
  await more.getByLabel('Target of the link').fill('/prices/');
  await more.getByRole('button', { name: 'Add change' }).click();
  await expect(changes.getByText('2 changes')).toBeVisible();
  await expect(status(page).getByRole('switch', { name: 'Measure the effect' })).not.toBeChecked();
  await prepare(page);
  const file = page.getByRole('region', { name: 'prices/index.html' });
  await expect(file.getByText('Removed: <title>Old /prices/</title>', { exact: false })).toBeAttached();
  await expect(file.getByText('Added: <title>What a new roof costs</title>', { exact: false })).toBeAttached();
  expect(await contentOf(site, '/prices/')).toBe(pageOf('Old /prices/'));
  await expectAccessible(page);
  await expectNoSideways(page);

  await status(page).getByRole('button', { name: 'Approve edit' }).click();
  const approval = page.getByRole('dialog', { name: 'Approve this edit?' });
  await expect(approval.getByText('1 file of 2 is written first', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await approval.getByRole('button', { name: 'Approve and apply' }).click();
  await reaches(page, 'Applied');
  await expect(changes.getByText('On the website')).toHaveCount(2);
  expect(await contentOf(site, '/prices/')).toContain('<title>What a new roof costs</title>');
  expect(await contentOf(site, '/about')).toContain('<a href="/prices/">roof inspections</a>');
  await expectAccessible(page);
  await expectNoSideways(page);

  await status(page).getByRole('button', { name: 'Undo edit' }).click();
  await page.getByRole('dialog', { name: 'Undo this edit?' }).getByRole('button', { name: 'Undo edit' }).click();
  await reaches(page, 'Undone');
  for (const path of ['/prices/', '/about']) expect(await contentOf(site, path)).toBe(pageOf(`Old ${path}`));
  await page.goto('/edits');
  await expect(page.getByRole('region', { name: 'Edits' }).getByText('Undone')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  site.server.close();
});

test('edit_of_a_person_is_checked_and_undone_by_another_edit', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const site = await serve();
  await addWebsite(page, site);
  const takeOn = async () => {
    await status(page).getByRole('button', { name: 'Take on the edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take on this edit?' });
    await dialog.getByRole('button', { name: 'Take on the edit' }).click();
    await reaches(page, 'Waiting for you');
  };
  await createEdit(page, '/', 'Roofs of Northwind');
  await prepare(page);
  await takeOn();
  await expectAccessible(page);
  await expectNoSideways(page);
  const changed = pageOf('Old /').replace('<title>Old /</title>', '<title>Roofs of Northwind</title>');
  await writeFile(join(site.folder, 'index.html'), changed);
  await status(page).getByRole('button', { name: 'Check pages' }).click();
  await reaches(page, 'Applied');

  await status(page).getByRole('button', { name: 'Undo edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this edit?' });
  await dialog.getByRole('button', { name: 'Create undo edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Undo: Change the title of /' })).toBeVisible();
  await reaches(page, 'Awaiting approval');
  await takeOn();
  await expectAccessible(page);
  await writeFile(join(site.folder, 'index.html'), pageOf('Old /'));
  await status(page).getByRole('button', { name: 'Check pages' }).click();
  await reaches(page, 'Applied');
  await page.getByRole('link', { name: 'Edit that it undoes' }).click();
  await reaches(page, 'Undone');
  await page.goto('/changes');
  await expect(page.getByText('Undo: Change the title of /', { exact: true }).first()).toBeVisible();
  site.server.close();
});
