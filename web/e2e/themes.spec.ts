import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, expectNoSideways, test } from './fixtures';

const PAGE = `<!doctype html><html lang="en"><head><title>Northwind | Home</title><link rel="stylesheet" href="/main.css"></head>
<body><h1>Northwind</h1><p>Text that people read, from its beginning to its end.</p><a href="/x">More</a>
<button class="btn">Buy</button></body></html>`;
const SHEET = `body { background: #fdfbf7; color: #1d2733; font-family: Georgia, serif } a { color: #0b5fff }
.btn { background: #7a1f5c; color: #fff; border-radius: 4px }`;

/** A page of this machine; the server is allowed to call it. */
let site: Server;
let address = '';

test.beforeAll(async () => {
  site = createServer((request, response) => {
    const isSheet = request.url === '/main.css';
    response.writeHead(request.url === '/gone' ? 404 : 200, { 'Content-Type': isSheet ? 'text/css' : 'text/html' });
    response.end(isSheet ? SHEET : PAGE);
  });
  await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

test.afterAll(() => {
  site.close();
});

test('a page gives its look to a theme, which is tried on, kept and used', async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  await page.goto('/settings?tab=appearance');
  const field = page.getByLabel('Theme from a page');
  const read = page.getByRole('button', { name: 'Create theme' });
  await field.fill(`${address}/gone`);
  await read.click();
  await expect(page.getByText('127.0.0.1 answered 404 Not Found.')).toBeVisible();
  await field.fill('http://169.254.169.254/latest');
  await read.click();
  await expect(page.getByText(/169\.254\.169\.254 is an address of this server's own network/)).toBeVisible();

  await field.fill(address);
  await read.click();
  const found = page.getByRole('region', { name: 'Theme from the page' });
  await expect(found.getByRole('heading', { name: 'Northwind' })).toBeVisible();
  await expect(found.getByText('From 127.0.0.1: 1 style sheet read.')).toBeVisible();
  await expectNoSideways(page);
  await found.getByRole('button', { name: 'Preview' }).click();
  const background = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--background'));
  await found.getByText('Light', { exact: true }).click();
  await expect.poll(background).toBe('#fdfbf7');
  await found.getByRole('button', { name: 'Save theme' }).click();
  await expect.poll(background).toBe('');

  await page.getByRole('button', { name: 'Use Northwind' }).click();
  await expect.poll(background).not.toBe('');
  await expectAccessible(page);
});
