import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';

/** Address of a running Motherlode server with an empty database, started by the caller. */
const baseURL = process.env.MOTHERLODE_URL ?? 'http://127.0.0.1:3000';

const launchOptions = {
  // Unset: the system's browser; empty: Playwright's own.
  executablePath: (process.env.MOTHERLODE_CHROMIUM ?? '/usr/bin/chromium') || undefined,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
};

const common = {
  baseURL,
  launchOptions,
  locale: 'en-US',
  timezoneId: 'UTC',
  // The service worker would fetch the whole app for each journey; its own journey allows it.
  serviceWorkers: 'block' as const,
  contextOptions: { reducedMotion: 'reduce' as const },
  screenshot: 'only-on-failure' as const,
  // Recording slows every step down, so only a journey that has failed is recorded, on its second try.
  trace: 'on-first-retry' as const,
};

const desktop = {
  name: 'desktop',
  use: { ...common, viewport: { width: 1440, height: 900 } },
};
const phone = {
  name: 'phone',
  use: { ...devices['Pixel 7'], ...common, viewport: { width: 390, height: 844 } },
  // Without a keyboard; failures and colours are the same at every width.
  testIgnore: ['**/keyboard.spec.ts', '**/failures.spec.ts', '**/colours.spec.ts'],
};

/** Pages look the same with every database, so appearance is checked in the embedded mode only. */
const isDistributed = process.env.MOTHERLODE_MODE === 'distributed';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Longest journey: a dozen pages, each with every accessibility rule.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // The server and its engines need the other half.
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  // A retry records the failure: a journey that fails once still fails the round, and the summary names it.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  reporter: [['list'], ['html', { open: 'never', outputFolder: 'playwright-report' }]],
  // Windows of a width of their own are opened on the phone only.
  projects: isDistributed ? [{ ...desktop, grepInvert: /@look/ }] : [{ ...desktop, grepInvert: /@narrow/ }, phone],
});
