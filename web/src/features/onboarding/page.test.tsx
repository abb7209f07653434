import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { anEngine, aWebsite, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import OnboardingPage from './page';

const websites = (...all: ReturnType<typeof aWebsite>[]) =>
  http.get('/api/websites', () => HttpResponse.json({ success: true, websites: all }));

async function reloadWith(...handlers: ReturnType<typeof websites>[]) {
  signIn();
  server.use(...productHandlers());
  server.use(...handlers);
  renderAt('/onboarding', <OnboardingPage />);
  return (await screen.findByRole('heading', { level: 1 })).textContent;
}

it('onboarding_without_a_website_starts_at_the_first_step', async () => {
  expect(await reloadWith(websites())).toMatch(/^Welcome/);
});

it('onboarding_with_a_website_goes_on_with_the_import', async () => {
  const website = aWebsite({ lastImportAt: null, queries: null, clicks: null, impressions: null });
  expect(await reloadWith(websites(website))).toBe('Bring your search data');
});

it('onboarding_with_an_import_goes_on_with_the_engine', async () => {
  const status = http.get('/api/intelligence-engines/status', () =>
    HttpResponse.json({ success: true, engines: [anEngine({ runId: null })], systemHealth: {} }),
  );
  expect(await reloadWith(websites(aWebsite()), status)).toBe('Run the keyword engine');
  expect(await screen.findByRole('button', { name: 'Start the engine' })).toBeEnabled();
});
