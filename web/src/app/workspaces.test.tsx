import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { websiteQueries } from '@/api/websites';
import { chosenWorkspace, followUser } from '@/lib/session/workspace';
import { offerUndo, undoLast } from '@/lib/undo';
import { http } from '@/testing/http';
import { aWebsite, productHandlers } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, signIn } from '@/testing/session';
import { AppRoutes } from './routes';

const OWN = { id: 'own', name: 'Ada’s', role: 'owner' as const, personal: true };
const SHARED = { id: 'shared', name: 'Team', role: 'viewer' as const, personal: false };

const heading = (name: RegExp) => screen.findByRole('heading', { level: 1, name });
/** The projects page asks for the archived websites on their own. */
const isArchive = ({ url }: Request) => new URL(url).searchParams.has('archived');
const nameIn = ({ headers }: Request) => headers.get('x-workspace-id');

/** Mocks a website in each workspace. Returns the workspaces of the calls for websites. */
function servingBoth(): (string | null)[] {
  const named: (string | null)[] = [];
  server.use(
    http.get('/api/websites', ({ request }) => {
      if (isArchive(request)) return ok({ websites: [] });
      named.push(nameIn(request));
      const site = nameIn(request) === 'shared' ? 'Theirs' : 'Mine';
      return ok({ websites: [aWebsite({ id: site, name: site, host: `${site.toLowerCase()}.example` })] });
    }),
    ...productHandlers(),
  );
  return named;
}

async function switchTo(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: /My Account/ }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name }));
}

beforeEach(() => signIn({ workspaces: [OWN, SHARED] }));

describe('the workspaces of the account menu', () => {
  it('are not there for who has only one', async () => {
    servingBoth();
    signIn({ workspaces: [OWN] });
    renderAt('/projects', <AppRoutes />);
    await userEvent.click(await screen.findByRole('button', { name: /My Account/ }));
    expect(await screen.findByRole('menuitem', { name: 'Settings' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitemradio')).not.toBeInTheDocument();
  });

  it('mark the current one, and lead by the keyboard to what is in another', async () => {
    const named = servingBoth();
    const { at } = renderAt('/projects?website=Mine', <AppRoutes />);
    expect((await screen.findAllByText('Mine')).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: /My Account/ }));
    expect(await screen.findByRole('menuitemradio', { name: 'Ada’s' })).toBeChecked();
    expect(screen.getByRole('menuitemradio', { name: 'Team' })).not.toBeChecked();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(at()).toBe('/dashboard'));
    expect((await screen.findAllByText(/Theirs/)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Mine')).not.toBeInTheDocument();
    expect(named).toEqual([null, 'shared']);
    await userEvent.click(screen.getByRole('button', { name: /My Account/ }));
    expect(await screen.findByRole('menuitemradio', { name: 'Team' })).toBeChecked();
  });
});

describe('a switch', () => {
  it('forgets what was asked, kept and offered, and breaks off what is under way', async () => {
    servingBoth();
    const remove = vi.fn(async () => true);
    vi.stubGlobal('caches', { delete: remove });
    const undo = vi.fn();
    const written = vi.fn();
    const { queries } = renderAt('/projects', <AppRoutes />);
    await screen.findAllByText('Mine');
    offerUndo({ title: 'Dismissed', altText: 'Undo in the list', undo });
    queries.setQueryData(['plans', 'list'], 'of before');
    let answer = () => {};
    const underWay = new Promise<string>((resolve) => {
      answer = () => resolve('of before');
    });
    const late = queries.fetchQuery({ queryKey: ['runs', 'late'], queryFn: () => underWay });
    const change = queries.getMutationCache().build(queries, { mutationFn: () => underWay, onSuccess: written });
    const ended = Promise.allSettled([late, change.execute(undefined)]);
    await switchTo('Team');
    answer();
    expect(remove).toHaveBeenCalledWith('motherlode-data');
    expect(undoLast()).toBe(false);
    await ended;
    expect(queries.getQueryData(['plans', 'list'])).toBeUndefined();
    expect(queries.getQueryData(['runs', 'late'])).toBeUndefined();
    expect(written).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('on the dashboard itself shows the other data too, and back again', async () => {
    servingBoth();
    const { queries } = renderAt('/dashboard', <AppRoutes />);
    await screen.findAllByText(/Mine/);
    await switchTo('Team');
    await screen.findAllByText(/Theirs/);
    await switchTo('Ada’s');
    await screen.findAllByText(/Mine/);
    expect(queries.getQueryData(websiteQueries.list().queryKey)?.websites.map(({ name }) => name)).toEqual(['Mine']);
    expect(localStorage.getItem('motherlode.workspace')).toBeNull();
  });

  it('asks before a form is lost', async () => {
    servingBoth();
    const { at } = renderAt('/projects/new', <AppRoutes />);
    await userEvent.type(await screen.findByLabelText('Address'), 'half.exam');
    await switchTo('Team');
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeInTheDocument();
    expect(chosenWorkspace()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(at()).toBe('/dashboard'));
    expect(chosenWorkspace()).toBe('shared');
  });

  it('is in the drawer of small screens too', async () => {
    servingBoth();
    const { at } = renderAt('/projects', <AppRoutes />);
    await userEvent.click(await screen.findByRole('button', { name: 'Open navigation' }));
    const drawer = within(await screen.findByRole('region', { name: 'Workspace' }));
    expect(drawer.getByRole('button', { name: 'Ada’s' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(drawer.getByRole('button', { name: 'Team' }));
    await waitFor(() => expect(at()).toBe('/dashboard'));
    expect(chosenWorkspace()).toBe('shared');
    expect(screen.queryByRole('dialog', { name: 'Navigation' })).not.toBeInTheDocument();
  });
});

describe('who is no member any more', () => {
  const choose = () =>
    localStorage.setItem('motherlode.workspace', JSON.stringify({ userId: 'u1', workspaceId: 'shared' }));

  it('removed_member_starts_in_the_personal_workspace_with_a_notice', async () => {
    const named = servingBoth();
    choose();
    signIn({ workspaces: [OWN] });
    renderAt('/projects', <AppRoutes />);
    await screen.findAllByText('Mine');
    expect((await screen.findAllByText(/You are no longer a member of that workspace/)).length).toBeGreaterThan(0);
    expect(named).toEqual([null]);
  });

  it('removed_member_falls_back_during_work', async () => {
    servingBoth();
    server.use(
      http.get('/api/websites', ({ request }) =>
        nameIn(request) === 'shared' ? problem(404, 'There is no such workspace.') : undefined,
      ),
    );
    choose();
    const { at } = renderAt('/projects', <AppRoutes />);
    await waitFor(() => expect(at()).toBe('/dashboard'));
    expect((await screen.findAllByText(/You are no longer a member of that workspace/)).length).toBeGreaterThan(0);
    await screen.findAllByText(/Mine/);
    expect(localStorage.getItem('motherlode.workspace')).toBeNull();
  });
});

it('who accepts an invitation sees at once what is shared, and the workspace in the menu', async () => {
  servingBoth();
  signIn({ workspaces: [OWN] });
  server.use(
    http.post('/api/invites/accept', () => {
      signIn({ workspaces: [OWN, SHARED] });
      return ok({ workspace: SHARED });
    }),
  );
  const { at } = renderAt('/invite?token=t1', <AppRoutes />);
  await userEvent.click(await screen.findByRole('button', { name: 'Join workspace' }));
  await waitFor(() => expect(at()).toBe('/dashboard'));
  await screen.findAllByText(/Theirs/);
  await userEvent.click(screen.getByRole('button', { name: /My Account/ }));
  expect(await screen.findByRole('menuitemradio', { name: 'Team' })).toBeChecked();
});

it('is remembered over a start, and forgotten at logout', async () => {
  const named = servingBoth();
  server.use(
    http.post('/api/auth/logout', () => ok()),
    http.get('/api/logout', () => ok()),
  );
  localStorage.setItem('motherlode.workspace', JSON.stringify({ userId: 'u1', workspaceId: 'shared' }));
  renderAt('/projects', <AppRoutes />);
  await screen.findAllByText('Theirs');
  expect(named).toEqual(['shared']);
  await userEvent.click(screen.getByRole('button', { name: /My Account/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await heading(/find the keywords that grow your revenue/i);
  followUser({ id: 'u1' });
  expect(chosenWorkspace()).toBeNull();
});
