// Lighthouse's accessibility score of the key pages, signed in, at both widths, on a running server.
// Usage: MOTHERLODE_URL=http://127.0.0.1:3000 npm run lighthouse -- [options]
//   --only PART           pages with this text in their name
//   --categories LIST     of accessibility, performance, best-practices, seo
// Prints one line per page; fails if accessibility is below 100. Performance depends on the machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig, snapshot } from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { Account } from '../scripts/screens/account.mjs';

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, categories: { type: 'string', default: 'accessibility' } },
});
const base = process.env.MOTHERLODE_URL ?? 'http://127.0.0.1:3000';
const categories = options.categories.split(',');

/** Name, path, and whether a session is required. */
const PAGES = [
  ['landing', '/', false],
  ['login', '/login', false],
  ['hub', '/dashboard', true],
  ['finder', '/keyword-finder', true],
  ['engine', '/intelligence/predictive', true],
  ['settings', '/settings?tab=appearance', true],
];

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Browser with the tokens in its own profile, in which Lighthouse opens its pages. */
async function browserOf(tokens) {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'motherlode-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: (process.env.MOTHERLODE_CHROMIUM ?? '/usr/bin/chromium') || undefined,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  const page = await context.newPage();
  await page.goto(`${base}/favicon.svg`);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(tokens));
  return { port, close: () => context.close().finally(() => rmSync(profile, { recursive: true, force: true })) };
}

/**
 * Accessibility is measured in a snapshot of the page, which takes a third of the time; performance needs a navigation.
 */
const isLook = categories.join() === 'accessibility';

async function look(port, url, isPhone) {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  const page = await browser.newPage();
  await page.setViewport(isPhone ? { width: 390, height: 844, isMobile: true } : { width: 1440, height: 900 });
  await page.goto(url);
  await page.waitForSelector('h1');
  await page.waitForFunction(() => !document.querySelector('[aria-label^="Loading"]'));
  const flags = { logLevel: 'error', onlyCategories: categories, disableFullPageScreenshot: true };
  const formFactor = isPhone ? 'mobile' : 'desktop';
  const answer = await snapshot(page, { flags: { ...flags, formFactor, screenEmulation: { disabled: true } } });
  await page.close();
  await browser.disconnect();
  return answer;
}

function visit(port, url, isPhone) {
  const flags = { port, output: 'json', logLevel: 'error', onlyCategories: categories, disableStorageReset: true };
  return lighthouse(url, flags, isPhone ? undefined : desktopConfig);
}

async function score(port, path, isPhone) {
  const { lhr } = await (isLook ? look : visit)(port, `${base}${path}`, isPhone);
  const failed = Object.values(lhr.audits).filter((audit) => audit.score !== null && audit.score < 1);
  return {
    scores: categories.map((name) => [name, Math.round((lhr.categories[name].score ?? 0) * 100)]),
    failed: failed.map(({ id, displayValue }) => (displayValue ? `${id} (${displayValue})` : id)),
    at: new URL(lhr.finalDisplayedUrl).pathname,
  };
}

const account = await Account.register(base, `lighthouse-${crypto.randomUUID()}@example.com`);
await account.runEngines(await account.importSample());
const { tokens } = await Account.signIn(base, account.email);
let isWrong = false;
for (const isSignedIn of [false, true]) {
  const { port, close } = await browserOf(isSignedIn ? { ...tokens, token: tokens.accessToken } : {});
  for (const [name, path] of PAGES.filter((page) => page[2] === isSignedIn && page[0].includes(options.only))) {
    for (const isPhone of [true, false]) {
      const { scores, failed, at } = await score(port, path, isPhone);
      const figures = scores.map(([category, figure]) => `${category}=${figure}`).join(' ');
      console.info(`${name}-${isPhone ? 'phone' : 'desktop'} ${at} ${figures} ${failed.join(', ')}`);
      isWrong ||= scores.some(([category, figure]) => category === 'accessibility' && figure < 100);
    }
  }
  await close();
}
process.exitCode = isWrong ? 1 : 0;
