import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways, post, test, unfold } from './fixtures';

/** A person's browser; automated ones are not counted. */
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/** Line in the head of the website's pages. */
let line = '';
let site: Server;
let address = '';

test.beforeAll(async () => {
  site = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<!doctype html><html lang="en"><head><title>Northwind</title><link rel="icon" href="data:,">${line}
</head><body><h1>Northwind</h1><a href="/services">Services</a></body></html>`);
  });
  await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

test.afterAll(() => {
  site.close();
});

/** Visits two pages of the website as a person does, and reports a conversion. */
async function visit(browser: Browser): Promise<void> {
  const context = await browser.newContext({ userAgent: CHROME });
  await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  const visitor = await context.newPage();
  const reported = () => visitor.waitForResponse((response) => new URL(response.url()).pathname === '/t');
  const [first] = await Promise.all([reported(), visitor.goto(address)]);
  expect(first.status()).toBe(204);
  await Promise.all([reported(), visitor.getByRole('link', { name: 'Services' }).click()]);
  const [converted] = await Promise.all([
    reported(),
    visitor.evaluate(() => (window as unknown as { motherlode: (...of: unknown[]) => void }).motherlode('Quote', 120)),
  ]);
  expect(converted.status()).toBe(204);
  await context.close();
}

/** Adds the loopback website and opens its visits, which are none. Returns the line to paste. */
async function openEmpty(page: Page): Promise<string> {
  await post(page, '/api/websites', { url: address });
  await page.goto('/visits');
  await expect(page.getByRole('heading', { name: 'Count the visits of 127.0.0.1' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  return (await page.getByText(/^<script async/).textContent()) ?? '';
}

test('a_pasted_line_counts_a_visit_and_its_conversion', async ({ page, signedIn, browser }) => {
  expect(signedIn.email).toContain('@');
  line = await openEmpty(page);
  await visit(browser);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: '1 visit in the last 28 days' })).toBeVisible();
  await expect(page.getByText(/1 of 1 visit converted: 100%, likely 20\.7 to 100%/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Page views 2/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Value \$120/ })).toBeVisible();
  // On a phone each value follows the name of its column.
  await expect(page.getByRole('row', { name: /^Direct\D+1\D+1\D+1\D+100%/ })).toBeVisible();
  await unfold(page, 'Conversions');
  await expect(page.getByRole('row', { name: /Quote .*\/services .*\/ .*Direct .*Desktop .*\$120/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('tab', { name: 'Pages', exact: true }).click();
  await expect(page.getByRole('row', { name: /\/services\D+1\D+1/ })).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')]);
  expect(file.suggestedFilename()).toMatch(/^127\.0\.0\.1-visits-pages-.*\.csv$/);
  await page.getByText('Set-up', { exact: true }).click();
  await expect(page.getByText('Last report just now')).toBeVisible();
  await expectAccessible(page);
});
