import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, expectNoSideways, post, test } from './fixtures';

const PAGE = `<!doctype html><html lang="en"><head><title>Our services and what they cost | Acme</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head>
<body><main><h1>Services</h1><p>A leaking valve ruins a floor within a day, and the wall behind it within a week. Our emergency
plumber in Austin reaches most houses within forty minutes and shows the price before work starts. The van carries valves, pumps
and seals for boilers of the last thirty years, and photos of every spot are taken before and after the repair.</p></main></body></html>`;

async function serve(): Promise<{ address: string; server: Server }> {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.end('User-agent: *\nDisallow: /private\n');
      return;
    }
    const isPage = request.url === '/services';
    response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(isPage ? PAGE : '<title>Not found</title>');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('audit_of_a_page_ranks_its_fixes_and_keeps_the_report', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const site = await serve();
  await post(page, '/api/websites', { url: site.address });
  await page.goto('/quick-rank');
  await expect(page.getByText('No audits yet')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('button', { name: 'Analyze' }).click();
  await expect(page.getByText('Enter the URL of a page.')).toBeVisible();
  await page.getByLabel('URL of the page').fill(`${site.address}/services`);
  await page.getByRole('textbox', { name: 'Keyword' }).fill('emergency plumber austin');
  await page.getByRole('textbox', { name: 'Keyword' }).press('Control+Enter');

  const fixes = page.getByRole('region', { name: 'Fixes' });
  await expect(fixes.getByRole('heading', { level: 2 })).toHaveText(/^\d+ fixes$/, { timeout: 60_000 });
  const title = fixes.getByRole('button', { name: /Change the title/ });
  await expect(title).toHaveAttribute('aria-expanded', 'true');
  await expect(
    fixes.getByText('<title>Emergency plumber Austin: Our services and what they cost</title>'),
  ).toBeVisible();
  await expect(fixes.getByText(/The position is unknown/)).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Lighthouse SEO' })).toBeAttached();
  await expectAccessible(page);
  await expectNoSideways(page);

  const address = page.url();
  expect(address).toContain('audit=');
  await fixes.getByRole('button', { name: 'Create edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change the title: /services' })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.goto('/edits');
  await expect(page.getByRole('link', { name: 'Change the title: /services' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  site.server.close();
  await page.goto(address);
  await expect(
    page.getByText('<title>Emergency plumber Austin: Our services and what they cost</title>'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Quick wins of a website' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quick wins' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit a page' })).toBeVisible();
});

test('page_that_robots_txt_excludes_shows_why_the_audit_failed', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const site = await serve();
  await page.goto('/quick-rank');
  await page.getByLabel('URL of the page').fill(`${site.address}/private/x`);
  await page.getByRole('textbox', { name: 'Keyword' }).fill('plumber');
  await page.getByRole('button', { name: 'Analyze' }).click();
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('robots.txt of the website excludes this crawler', { timeout: 60_000 });
  await expect(failure.getByRole('button', { name: 'Retry audit' })).toBeVisible();
  await expectAccessible(page);
  site.server.close();
});
