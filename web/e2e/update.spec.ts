import { once } from 'node:events';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { test as base, expect } from './fixtures';

/** The server, before and after the release of a newer version. */
interface Release {
  origin: string;
  isOut: boolean;
}

/** Marks a newer worker: it answers with this when asked. */
const NEWER =
  "\nself.addEventListener('message', (event) => event.data === 'who?' && event.source.postMessage('newer'));";

/** Forwards everything except the worker's script, which a newer version changes. Playwright does not see that call. */
function passOn(serverUrl: string, release: Release): Server {
  return createServer(async (near, answer) => {
    if (near.url === '/service-worker.js') {
      const script = await (await fetch(`${serverUrl}/service-worker.js`)).text();
      answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
      answer.end(release.isOut ? script + NEWER : script);
      return;
    }
    const far = ask(serverUrl + near.url, { method: near.method, headers: near.headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    far.on('error', () => answer.destroy());
    near.pipe(far);
  });
}

const test = base.extend<{ release: Release }>({
  release: async ({ baseURL }, use) => {
    const release = { origin: '', isOut: false };
    const server = passOn(new URL(baseURL ?? '').origin, release).listen(0, '127.0.0.1');
    await once(server, 'listening');
    release.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use(release);
    server.closeAllConnections();
    server.close();
  },
});

test.use({ serviceWorkers: 'allow' });

/** Returns whether the active worker is the newer one. The older one does not respond. */
function isNewer(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise((answer) => {
        navigator.serviceWorker.addEventListener('message', () => answer(true), { once: true });
        setTimeout(() => answer(false), 500);
        navigator.serviceWorker.controller?.postMessage('who?');
      }),
  );
}

test('a newer version is offered, and takes over once Reload is pressed', { tag: '@look' }, async ({
  browser,
  release,
}) => {
  const page = await (await browser.newContext({ baseURL: release.origin })).newPage();
  await page.goto('/login');
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The worker controls the page after its next load.
  await page.goto('/login');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const update = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const offer = page.getByRole('listitem').filter({ hasText: 'A new version is available' });
  await update();
  expect(await isNewer(page)).toBe(false);
  await expect(offer).toHaveCount(0);

  release.isOut = true;
  await update();
  await expect(offer).toBeVisible();
  expect(await isNewer(page), 'it waits until somebody says so').toBe(false);
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('html[data-before]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect.poll(() => isNewer(page)).toBe(true);
  await expect(offer).toHaveCount(0);
  await page.context().close();
});
