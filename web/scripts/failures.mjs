// Checks how pages handle failed calls: opens each page, then again for each of its calls with a 500 response to that
// call. Prints pages that become blank, throw, or offer no way to continue.
// Usage: MOTHERLODE_URL=http://127.0.0.1:3000 node scripts/failures.mjs --account FILE [--only PART]
//   --account FILE account stored by scripts/screens.mjs
//   --only PART    pages with this text in their name
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { Account } from './screens/account.mjs';
import { contextOf } from './screens/look.mjs';
import { EMPTY_PAGES, FIRST_PAGES, PAGES, PUBLIC_PAGES } from './screens/pages.mjs';
import { themeState } from './screens/themes.mjs';

const { values: options } = parseArgs({
  options: { account: { type: 'string' }, only: { type: 'string', default: '' } },
});
const base = process.env.MOTHERLODE_URL ?? 'http://127.0.0.1:3000';
const world = JSON.parse(readFileSync(options.account, 'utf8'));
/** Session calls occur on every page and belong to no panel. */
const OF_THE_SESSION = /^\/api\/auth\//;
const PROBLEM = JSON.stringify({ success: false, status: 500, title: 'Internal error', detail: 'Made to fail.' });

const fill = (path) => path.replace(/:(\w+Id)/g, (_, name) => world.ids[name]);
/** Normalises a call, without the parts that differ between pages. */
const callOf = (url) => new URL(url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');
const isCall = (request) => request.method() === 'GET' && /\/api\//.test(request.url());

/** Opens `path` with a 500 response to `failing`. Returns the calls and the problems. */
async function visit(context, path, failing) {
  const page = await context.newPage();
  const calls = new Set();
  const faults = [];
  page.on('pageerror', (error) => faults.push(`throws ${error}`));
  page.on('request', (request) => isCall(request) && calls.add(callOf(request.url())));
  if (failing) {
    const answer = { status: 500, contentType: 'application/problem+json', body: PROBLEM };
    await page.route('**/api/**', (route) =>
      isCall(route.request()) && callOf(route.request().url()) === failing ? route.fulfill(answer) : route.fallback(),
    );
  }
  await page.goto(path);
  const heading = page.getByRole('heading', { level: 1 }).first();
  await heading.waitFor({ timeout: 15_000 }).catch(() => faults.push('has no heading'));
  // A page that follows a run is never quite idle.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  if (failing) await settled(page);
  if (await page.getByText(/something went wrong/i).count()) faults.push('is the error screen');
  const wayOn = page.getByRole('button', { name: /retry|try again|reload/i });
  if (failing && (await wayOn.count()) === 0) faults.push('offers no way on');
  await page.close();
  return { calls: [...calls].filter((call) => !OF_THE_SESSION.test(call)), faults };
}

/** Waits until nothing is loading any more: a call that failed is tried again first. */
async function settled(page) {
  await page
    .waitForFunction(() => !document.querySelector('[aria-label^="Loading"]'), undefined, { timeout: 20_000 })
    .catch(() => {});
  await page.waitForTimeout(300);
}

const browser = await chromium.launch({
  executablePath: (process.env.MOTHERLODE_CHROMIUM ?? '/usr/bin/chromium') || undefined,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
const seen = new Set();
let wrong = 0;
for (const [pages, email] of [
  [PUBLIC_PAGES, null],
  [PAGES, world.email],
  [FIRST_PAGES, world.first],
  [EMPTY_PAGES, world.empty],
]) {
  const tokens = email ? (await Account.signIn(base, email)).tokens : {};
  const context = await contextOf(browser, base, 'desktop', tokens, themeState('default-dark', 'dark'));
  // The frame around a page is checked once, on the hub.
  const frame = email ? (await visit(context, '/no-such-page')).calls : [];
  for (const [name, entry] of Object.entries(pages)) {
    if (Array.isArray(entry) || !name.includes(options.only)) continue;
    const { calls } = await visit(context, fill(entry));
    for (const call of calls) {
      const place = `${name.split('-')[0]} ${call}`;
      if (seen.has(place) || (frame.includes(call) && name !== 'hub')) continue;
      seen.add(place);
      const { faults } = await visit(context, fill(entry), call);
      wrong += faults.length;
      console.info(`${name} without ${call}: ${faults.join('; ') || 'ok'}`);
    }
  }
  await context.close();
}
await browser.close();
process.exitCode = wrong > 0 ? 1 : 0;
