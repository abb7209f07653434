import { execFileSync } from 'node:child_process';
import { expect, freshAccount, register, test } from './world';

/** A program that ends one of two workers; given by whoever runs the journeys against several processes. */
const killWorker = process.env.MOTHERLODE_KILL_WORKER;

test('work goes on when a worker is lost in the middle of it', async ({ page }, info) => {
  test.skip(!killWorker, 'one process has no worker to lose');
  test.skip(info.project.name !== 'desktop', 'there is one worker to lose, once');
  test.setTimeout(240_000);
  await register(page, freshAccount());
  await page.getByRole('button', { name: 'Go on without one' }).click();
  await page.getByRole('button', { name: /sample data/i }).click();
  await page.getByRole('button', { name: 'Continue' }).click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Start the engine' }).click();
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  execFileSync(String(killWorker));
  await page.getByRole('button', { name: 'See what it found' }).click({ timeout: 180_000 });
  await expect(page.getByRole('listitem').filter({ hasText: '% sure' }).first()).toBeVisible();
});
