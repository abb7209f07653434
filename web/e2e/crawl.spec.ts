import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, expectNoSideways, post, test } from './fixtures';

/** Title of the page about the company, which is missing at first. */
const TITLE = '<title>About the people of Northwind</title>';

/** A small website; each test has its own, because one of them changes it. */
interface Site {
  address: string;
  host: string;
  pages: Map<string, string>;
  server: Server;
}

function pageOf(title: string, heading: string, links: string): string {
  return `<!doctype html><html lang="en"><head>${title}<link rel="icon" href="data:,"></head>
<body><main><h1>${heading}</h1><p>Northwind repairs roofs in three cities and answers within a day.</p>${links}</main></body></html>`;
}

async function serve(): Promise<Site> {
  const pages = new Map([
    ['/', pageOf('<title>Northwind, roofs since 1990</title>', 'Northwind', '<a href="/about">About us</a>')],
    ['/about', pageOf('', 'About us', '<a href="/">Start</a> <a href="/gone">Our team</a>')],
    ['/robots.txt', 'User-agent: GPTBot\nDisallow: /\n'],
  ]);
  const server = createServer((request, response) => {
    const found = pages.get(request.url ?? '');
    const type = request.url === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8';
    response.writeHead(found === undefined ? 404 : 200, { 'Content-Type': type });
    response.end(found ?? pageOf('<title>Not found</title>', 'Not found', ''));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, host: '127.0.0.1', pages, server };
}

test('crawl_from_the_dialog_finds_an_issue_that_the_next_one_reports_fixed', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const site = await serve();
  await post(page, '/api/websites', { url: site.address });
  await page.goto('/crawl');
  await expect(page.getByText(`No crawl of ${site.host} yet`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('button', { name: `Crawl ${site.host}` }).click();
  const form = page.getByRole('dialog', { name: `Crawl ${site.host}` });
  await form.getByLabel('Exclude URLs that match').fill('(');
  await form.getByLabel('Delay, ms').fill('0');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Start crawl' }).click();
  await expect(form.getByText(/not a regular expression/)).toBeVisible();
  await form.getByLabel('Exclude URLs that match').fill('/print$');
  await form.getByRole('button', { name: 'Start crawl' }).click();

  await expect(page.getByRole('heading', { name: /^2 pages: .*SEO score/ })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('This is the first crawl.')).toBeVisible();
  await page.locator('summary').filter({ hasText: 'AI crawlers' }).click();
  await expect(page.getByRole('row', { name: /^GPTBot 0 of 2/ })).toBeVisible();
  await page.getByRole('button', { name: /^No title \d/ }).click();
  await expect(page.getByText('Add a title that says what the page offers.')).toBeVisible();
  await page.getByRole('button', { name: 'Show evidence of /about' }).click();
  await expect(page.getByText(`${site.address}/about`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  await page
    .getByRole('list', { name: 'Pages: No title' })
    .getByRole('button', { name: '/about', exact: true })
    .click();
  await expect(page).toHaveURL(/page=\d+/);
  const drawer = page.getByRole('dialog', { name: 'No title' });
  await expect(drawer.getByRole('heading', { name: 'Headings' })).toBeVisible();
  await expect(drawer.getByText('Link to a missing page of the website')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')]);
  expect(file.suggestedFilename()).toMatch(/^crawl-\d{4}-\d{2}-\d{2}\.csv$/);

  site.pages.set('/about', pageOf(TITLE, 'About us', '<a href="/">Start</a>'));
  await page.getByRole('button', { name: 'Crawl website', exact: true }).click();
  await page.getByLabel('Delay, ms').fill('0');
  await page.getByRole('button', { name: 'Start crawl' }).click();
  const fixed = page.getByRole('region', { name: 'Fixed since the previous crawl' });
  await expect(fixed).toBeVisible({ timeout: 60_000 });
  await fixed.getByText('Fixed since the previous crawl').click();
  await expect(fixed.getByRole('listitem').filter({ hasText: /^No title ?fixed/ })).toContainText('fixed on 1 page');
  await expectAccessible(page);
  await expectNoSideways(page);
  site.server.close();
});
