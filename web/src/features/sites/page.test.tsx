import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { signIn } from '@/testing/session';
import { aSite, aSiteWorld, siteHandlers } from '@/testing/sites';
import SitesPage from './page';

const world = aSiteWorld();

beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('min-width'),
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
  signIn();
  Object.assign(world, aSiteWorld());
  server.use(...siteHandlers(world));
});

const show = (path = '/dominator/sites') => renderAt(path, <SitesPage />);

test('site_is_listed_with_its_status_address_revenue_and_leads', async () => {
  world.sites = [
    aSite({
      status: 'live',
      currentRevenueCents: 184_500,
      leads: 41,
      liveRelease: { id: 'r3', number: 3, url: null, deployedAt: '2026-11-24T10:00:00Z' },
    }),
  ];
  show();
  const row = await screen.findByRole('row', { name: /Tulsa Plumbing Guide/ });
  expect(row).toHaveTextContent('Live');
  expect(row).toHaveTextContent('Plumbing in Tulsa, OK');
  expect(row).toHaveTextContent('$1,845');
  expect(row).toHaveTextContent('41');
  expect(within(row).getByRole('link', { name: 'Tulsa Plumbing Guide' })).toHaveAttribute(
    'href',
    '/dominator/sites/s1',
  );
  expect(within(row).getByRole('link', { name: /tulsa-plumbing.sites.localhost:3000/ })).toHaveAttribute(
    'href',
    'http://tulsa-plumbing.sites.localhost:3000',
  );
});

test('sites_are_summed_up_before_the_list', async () => {
  world.sites = [
    aSite({ status: 'waiting', currentRevenueCents: 12_000, leads: 3 }),
    aSite({ id: 's2', status: 'offline', currentRevenueCents: 0, leads: 0 }),
  ];
  show();
  expect(
    await screen.findByText('1 site waits for your approval. 1 of 2 sites earned $120 from 3 leads so far.'),
  ).toBeInTheDocument();
});

test('sites_without_revenue_earned_nothing_yet', async () => {
  world.sites = [aSite({ status: 'live', currentRevenueCents: 0, leads: 1 })];
  show();
  expect(await screen.findByText('No revenue yet from 1 site and 1 lead.')).toBeInTheDocument();
});

test('live_site_with_a_waiting_release_shows_both', async () => {
  const liveRelease = { id: 'r3', number: 3, url: null, deployedAt: '2026-11-24T10:00:00Z' };
  world.sites = [aSite({ status: 'waiting', liveRelease })];
  show();
  const badge = await screen.findByText('Live', { ignore: 'option' });
  expect(badge.parentElement).toHaveTextContent(/^LiveAwaiting approval$/);
});

test('list_without_sites_has_no_filters', async () => {
  world.sites = [];
  show();
  expect(await screen.findByText('No sites yet')).toBeInTheDocument();
  expect(screen.queryByRole('search')).not.toBeInTheDocument();
});

test('address_of_a_site_that_is_not_live_is_no_link', async () => {
  show();
  await screen.findByText('tulsa-plumbing.sites.localhost:3000');
  expect(screen.queryByRole('link', { name: /sites.localhost/ })).not.toBeInTheDocument();
});

test('filters_are_in_the_address_and_sent_to_the_server', async () => {
  world.sites = [aSite(), aSite({ id: 's2', name: 'Norman Guide', status: 'live' })];
  const { at } = show('/dominator/sites?deployment=d1');
  await screen.findByText('Tulsa Plumbing Guide');
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'live');
  await waitFor(() => expect(screen.queryByText('Tulsa Plumbing Guide')).not.toBeInTheDocument());
  expect(screen.getByText('Norman Guide')).toBeInTheDocument();
  expect(at()).toBe('/dominator/sites?deployment=d1&status=live');
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'dominator');
  expect(await screen.findByText('No site matches these filters')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show all sites' }));
  expect(await screen.findByText('Tulsa Plumbing Guide')).toBeInTheDocument();
  expect(at()).toBe('/dominator/sites');
});

test('empty_list_leads_to_the_deployment', async () => {
  world.sites = [];
  show();
  const title = await screen.findByText('No sites yet');
  const links = screen.getAllByRole('link', { name: 'Deploy markets' });
  expect(title).toBeInTheDocument();
  expect(links.every((link) => link.getAttribute('href') === '/dominator/goldmine-deployment')).toBe(true);
});

test('failed_list_is_loaded_again', async () => {
  server.use(http.get('/api/sites', () => problem(500, 'The store is away')));
  show();
  expect(await screen.findByText('The store is away')).toBeInTheDocument();
  server.use(...siteHandlers(world));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Tulsa Plumbing Guide')).toBeInTheDocument();
});
