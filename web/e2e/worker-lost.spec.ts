import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expect, freshAccount, register, test } from './world';

/** A program that ends one of two workers; given by whoever runs the journeys against several processes. */
const killWorker = process.env.MOTHERLODE_KILL_WORKER;

/** Parameters with which the engine has work for several seconds. */
const LONG = { valuePerLeadCents: 12_000, draws: 20_000 };

async function headers(page: Page): Promise<Record<string, string>> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  return { authorization: `Bearer ${token}` };
}

async function statusOf(page: Page, runId: string): Promise<string> {
  const answer = await page.request.get(`/api/runs/${runId}`, { headers: await headers(page) });
  return (await answer.json()).run.status;
}

test('work goes on when a worker is lost in the middle of it', async ({ page }, info) => {
  test.skip(!killWorker, 'one process has no worker to lose');
  test.skip(info.project.name !== 'desktop', 'there is one worker to lose, once');
  test.setTimeout(300_000);
  await register(page, freshAccount());
  await page.getByRole('button', { name: 'Go on without one' }).click();
  await page.getByRole('button', { name: /sample data/i }).click();
  await page.getByRole('button', { name: 'Continue' }).click({ timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Run the keyword engine' })).toBeVisible();

  const websiteId = new URL(page.url()).searchParams.get('websiteId');
  const answer = await page.request.post('/api/intelligence-engines/keyword/execute', {
    headers: { ...(await headers(page)), prefer: 'wait=0' },
    data: { action: 'analyse', websiteId, parameters: LONG },
  });
  const runId: string = (await answer.json()).run.id;
  await expect.poll(() => statusOf(page, runId), { intervals: [50] }).toBe('running');
  execFileSync(String(killWorker));

  await page.goto(`/onboarding?step=engine&websiteId=${websiteId}&runId=${runId}`);
  await page.getByRole('button', { name: 'See what it found' }).click({ timeout: 240_000 });
  await expect(page.getByRole('listitem').filter({ hasText: '% sure' }).first()).toBeVisible();
});
