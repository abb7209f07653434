import type { Page, Request } from '@playwright/test';
import { bringSample, expect, test } from './fixtures';

/** Pages with panels that each send their own calls. */
const PAGES = [
  '/dashboard',
  '/keyword-finder',
  '/analytics',
  '/crawl',
  '/ranks',
  '/ai-answers',
  '/visits',
  '/leads',
  '/market-data',
  '/market-data?tab=own',
  '/imported',
  '/intelligence/predictive',
  '/opportunities/discover',
  '/experiments',
  '/plans',
  '/quick-rank',
  '/edits',
  '/projects',
  '/settings?tab=security',
  '/settings?tab=workspaces',
];

/** Only the frame: bar, navigation, inbox. */
const NO_PAGE = '/no-such-page';

/** Session calls occur on every page and belong to no panel. */
const OF_THE_SESSION = /^\/api\/auth\/(me|session|refresh)$/;

const PROBLEM = { success: false, status: 500, title: 'Internal error', detail: 'Made to fail.' };

/** Normalises a call, without the ids in its path. */
function callOf(request: Request): string {
  return new URL(request.url()).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');
}

function isPanelCall(request: Request): boolean {
  return request.method() === 'GET' && callOf(request).startsWith('/api/') && !OF_THE_SESSION.test(callOf(request));
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
}

/** Returns the calls of the page at `path`. */
async function callsOf(page: Page, path: string): Promise<string[]> {
  const calls = new Set<string>();
  page.on('request', (request) => isPanelCall(request) && calls.add(callOf(request)));
  await page.goto(path);
  await settled(page);
  page.removeAllListeners('request');
  return [...calls];
}

/** Opens the page with a 500 for one of its calls. */
async function openWithout(page: Page, path: string, call: string): Promise<void> {
  let failed = 0;
  await page.route('**/api/**', (route) => {
    if (!isPanelCall(route.request()) || callOf(route.request()) !== call) return route.fallback();
    failed += 1;
    return route.fulfill({ status: 500, contentType: 'application/problem+json', json: PROBLEM });
  });
  await page.goto(path);
  await expect.poll(() => failed, `${call} is asked for`).toBeGreaterThan(0);
  await settled(page);
  await expect(page.getByText(/something went wrong/i)).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/**
 * Second page of the account for intentional failures, which appear in its console. Its errors are added to the list.
 */
async function probeOf(page: Page): Promise<{ probe: Page; thrown: string[] }> {
  const probe = await page.context().newPage();
  const thrown: string[] = [];
  probe.on('pageerror', (error) => thrown.push(String(error)));
  return { probe, thrown };
}

for (const path of PAGES) {
  test(`${path} survives each failing request with a retry`, { tag: '@look' }, async ({ page, signedIn }) => {
    expect(signedIn.email).toContain('@');
    await bringSample(page);
    const { probe, thrown } = await probeOf(page);
    const ofTheFrame = await callsOf(probe, NO_PAGE);
    const calls = (await callsOf(probe, path)).filter((call) => !ofTheFrame.includes(call));
    expect(calls, 'it asks the server for something').not.toEqual([]);
    for (const call of calls) {
      await test.step(`without ${call}`, async () => {
        await openWithout(probe, path, call);
        await expect(probe.getByRole('button', { name: /retry|try again|reload/i }).first()).toBeVisible();
      });
    }
    expect(thrown).toEqual([]);
  });
}

test('page_without_any_response_names_what_failed', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const websiteId = await bringSample(page);
  const { probe, thrown } = await probeOf(page);
  const ofTheFrame = await callsOf(probe, NO_PAGE);
  await probe.route('**/api/**', (route) => {
    if (!isPanelCall(route.request()) || ofTheFrame.includes(callOf(route.request()))) return route.fallback();
    return route.fulfill({ status: 500, contentType: 'application/problem+json', json: PROBLEM });
  });
  for (const path of [...PAGES, `/projects/${websiteId}`, '/reports', '/opportunities/local', '/quick-rank/wins']) {
    await test.step(path, async () => {
      await probe.goto(path);
      await settled(probe);
      await expect(probe.getByRole('banner')).toBeVisible();
      await expect(probe.getByText(/^Failed to /).first()).toBeVisible();
      await expect(probe.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
    });
  }
  expect(thrown).toEqual([]);
});

test('shell_survives_each_failing_request', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const { probe, thrown } = await probeOf(page);
  for (const call of await callsOf(probe, NO_PAGE)) {
    await test.step(`without ${call}`, () => openWithout(probe, NO_PAGE, call));
  }
  expect(thrown).toEqual([]);
});
