import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { http, ok } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { recordCalls, signIn } from '@/testing/session';
import { aFullRelease, aGrowth, aSite, aSiteWorld, siteHandlers } from '@/testing/sites';
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

test('growth_shows_how_many_pages_are_live_and_is_paused_and_resumed', async () => {
  const nextAt = new Date(Date.now() + 3.2 * 3_600_000).toISOString();
  const liveRelease = { id: 'r3', number: 3, url: null, deployedAt: '2026-11-24T10:00:00Z' };
  world.sites = [aSite({ kind: 'dominator', status: 'live', liveRelease, growth: aGrowth({ nextAt }) })];
  world.leftOut = [{ path: '/areas/enid/', label: 'Enid', reason: 'Too few figures of the place are published' }];
  const calls: string[] = [];
  for (const verb of ['pause', 'resume'] as const) {
    server.use(
      http.post(`/api/sites/s1/growth/${verb}`, () => {
        calls.push(verb);
        const change = verb === 'pause' ? ({ status: 'paused', isPaused: true, nextAt: null } as const) : { nextAt };
        const site = aSite({ kind: 'dominator', status: 'live', liveRelease, growth: aGrowth(change) });
        world.sites = [site];
        return ok({ site, pages: [], leftOut: [], comingPages: [], releases: [] });
      }),
    );
  }
  show();
  const card = await screen.findByRole('region', { name: 'Growth' });
  expect(card).toHaveTextContent('45 of 120 planned pages live');
  expect(card).toHaveTextContent('at most 10 a day');
  expect(card).toHaveTextContent('The next pages follow in 3 hours.');
  expect(within(card).getByText('Too few figures of the place are published')).toBeInTheDocument();
  await userEvent.click(within(card).getByRole('button', { name: 'Pause growth' }));
  expect(await within(card).findByText(/No build adds the 75 other pages/)).toBeInTheDocument();
  await userEvent.click(within(card).getByRole('button', { name: 'Resume growth' }));
  const dialog = await screen.findByRole('dialog', { name: 'Resume growth?' });
  expect(dialog).toHaveTextContent('You approve the 75 pages that are planned and not written yet.');
  expect(dialog).toHaveTextContent('At most 10 pages a day are written and added: 75 pages need at least 8 days.');
  expect(await within(dialog).findByText(/under this approval, without another question/)).toBeInTheDocument();
  expect(calls).toEqual(['pause']);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Resume growth' }));
  expect(await within(card).findByRole('button', { name: 'Pause growth' })).toBeInTheDocument();
  expect(calls).toEqual(['pause', 'resume']);
});

test('resumed_growth_names_the_pages_that_follow_and_the_review_they_need', async () => {
  const gate = { ...aFullRelease().gate, review: 'a licensed attorney' };
  world.release = aFullRelease({ needsReview: true, gate });
  const paused = aGrowth({ status: 'paused', isPaused: true, nextAt: null, laterPages: 2, pagesPerDay: 0 });
  world.sites = [aSite({ kind: 'dominator', growth: paused })];
  world.comingPages = [
    { path: '/areas/enid-ok/', label: 'Enid' },
    { path: '/areas/norman-ok/', label: 'Norman' },
  ];
  const sent = recordCalls('post', '/api/sites/s1/growth/resume', () =>
    ok({ site: aSite(), pages: [], leftOut: [], comingPages: [], releases: [] }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Resume growth' }));
  const dialog = await screen.findByRole('dialog', { name: 'Resume growth?' });
  expect(await within(dialog).findByText(/a licensed attorney must review the new pages/)).toBeInTheDocument();
  expect(dialog).not.toHaveTextContent('without another question');
  expect(dialog).toHaveTextContent('This installation allows no new pages of live sites');
  expect(within(dialog).getByText('2 pages to come')).toBeInTheDocument();
  expect(within(dialog).getByText('/areas/enid-ok/')).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialog).not.toBeVisible());
  expect(sent).toEqual([]);
});

test('growth_that_stopped_states_why_and_a_site_without_one_shows_none', async () => {
  const detail = 'The site is rented. It gets new pages after the rental.';
  world.sites = [aSite({ growth: aGrowth({ status: 'stopped', nextAt: null, detail }) })];
  const { unmount } = show();
  expect(await screen.findByText(detail)).toBeInTheDocument();
  unmount();
  world.sites = [aSite()];
  show();
  expect(await screen.findByRole('region', { name: 'Status' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Growth' })).not.toBeInTheDocument();
});
