import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { signIn } from '@/testing/session';
import { aSite, aSiteWorld, aTarget, siteHandlers } from '@/testing/sites';
import SitePage from './detail-page';

const world = aSiteWorld();

beforeEach(() => {
  signIn();
  Object.assign(world, aSiteWorld());
  server.use(...siteHandlers(world));
});

const show = () =>
  renderAt(
    '/dominator/sites/s1',
    <Routes>
      <Route path="dominator/sites/:id" element={<SitePage />} />
    </Routes>,
  );

const live = (url: string | null) => ({ id: 'r3', number: 3, url, deployedAt: '2026-11-24T10:00:00Z' });

test('live_site_at_a_target_without_a_public_address_links_to_none', async () => {
  world.targets = [aTarget()];
  world.sites = [aSite({ status: 'live', targetId: 't1', liveRelease: live(null) })];
  show();
  expect(await screen.findByText('No public address on R2 bucket')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^Open site/ })).not.toBeInTheDocument();
});

test('live_site_links_to_the_address_of_its_live_release', async () => {
  world.targets = [aTarget()];
  const url = 'https://www.tulsa.example/';
  world.sites = [aSite({ status: 'live', targetId: 't1', url, liveRelease: live(url) })];
  show();
  expect(await screen.findByText('www.tulsa.example on R2 bucket')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Open site/ })).toHaveAttribute('href', url);
});
