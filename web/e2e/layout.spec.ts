import type { Page } from '@playwright/test';
import { bringSample, expect, post, test } from './fixtures';
import { expectStill } from './shifts';

/** Pages that wait for several calls, or for a record with a name and actions of unknown size. */
const PAGES = [
  '/dashboard',
  '/keyword-finder',
  '/analytics',
  '/content-generator',
  '/dominator',
  '/dominator/markets/plumbing/4553433',
  '/market-data',
  '/settings?tab=connections',
];

/** Runs an action of an engine and returns the id of the run. */
async function runEngine(page: Page, websiteId: string): Promise<string> {
  const body = { action: 'change-points', websiteId, parameters: {} };
  const path = '/api/intelligence-engines/pattern/execute';
  return (await post<{ run: { id: string } }>(page, path, body)).run.id;
}

test('pages stay where they are while they load', { tag: '@look' }, async ({ page, signedIn }) => {
  expect(signedIn.email).toContain('@');
  const websiteId = await bringSample(page);
  const [before, after] = [await runEngine(page, websiteId), await runEngine(page, websiteId)];
  for (const path of [...PAGES, `/intelligence/patterns?run=${after}&compare=${before}`]) {
    await test.step(path, () => expectStill(page, path));
  }
});
