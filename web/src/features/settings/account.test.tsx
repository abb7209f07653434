import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AdminUser, OutboxMessage, ReceivedMessage } from '@/api/admin';
import type { Member } from '@/api/workspaces';
import { resetLive } from '@/lib/live/store';
import { chosenWorkspace } from '@/lib/session/workspace';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { server } from '@/testing/server';
import { ok, recordCalls, signIn } from '@/testing/session';
import SettingsPage from './page';

const AT = '2026-05-01T10:00:00Z';

const tab = (name: string) => renderAt(`/settings?tab=${name}`, <SettingsPage />);

beforeEach(resetLive);

describe('profile', () => {
  it('address_change_requires_the_password_and_explains_the_next_step', async () => {
    signIn({ emailVerified: true });
    const bodies = recordCalls('post', '/api/auth/change-email');
    tab('profile');
    await userEvent.type(await screen.findByLabelText('New address'), 'new@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Change address' }));
    expect(await screen.findByText(/We sent a link to new@example.com/)).toBeInTheDocument();
    expect(bodies).toEqual([{ newEmail: 'new@example.com', password: 'secret' }]);
  });

  it('sends a picture, and takes it away', async () => {
    signIn();
    const avatar = '/api/avatars/x.webp';
    server.use(
      http.put('/api/user/avatar', () => ok({ avatar })),
      http.delete('/api/user/avatar', () => ok({ avatar: null })),
    );
    tab('profile');
    await userEvent.upload(
      await screen.findByLabelText('Picture file'),
      new File(['x'], 'me.png', { type: 'image/png' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument());
  });

  it('does not send a picture that is too large', async () => {
    signIn();
    tab('profile');
    const big = new File(['x'], 'big.png', { type: 'image/png' });
    Object.defineProperty(big, 'size', { value: 6 * 1024 * 1024 });
    await userEvent.upload(await screen.findByLabelText('Picture file'), big);
    expect(
      (await screen.findAllByText('The picture is larger than 5 MB. Choose a smaller one.')).length,
    ).toBeGreaterThan(0);
  });
});

describe('workspaces', () => {
  const member = (userId: string, name: string, role: Member['role']) => ({
    userId,
    name,
    email: `${userId}@example.com`,
    role,
    joinedAt: AT,
    avatar: null,
    founder: false,
  });

  it('lets an owner change roles, invite and withdraw', async () => {
    signIn();
    server.use(
      http.get('/api/workspaces', () =>
        ok({ workspaces: [{ id: 'w1', name: 'Shared', role: 'owner' as const, personal: false }] }),
      ),
      http.get('/api/workspaces/w1/members', () =>
        ok({ members: [member('u1', 'Ada North', 'owner'), member('u2', 'Bo East', 'viewer')] }),
      ),
      http.get('/api/workspaces/w1/invites', () =>
        ok({ invites: [{ id: 'i1', email: 'cy@example.com', role: 'editor' as const, createdAt: AT, expiresAt: AT }] }),
      ),
    );
    const roles = recordCalls('patch', '/api/workspaces/w1/members/u2');
    const invited = recordCalls('post', '/api/workspaces/w1/invites', () =>
      ok({ invite: { id: 'i2', email: 'dee@example.com', role: 'viewer' as const, createdAt: AT, expiresAt: AT } }),
    );
    const withdrawn = recordCalls('delete', '/api/workspaces/w1/invites/i1');
    tab('workspaces');
    await userEvent.selectOptions(await screen.findByLabelText('Role of Bo East'), 'editor');
    await waitFor(() => expect(roles).toEqual([{ role: 'editor' }]));
    expect(screen.queryByLabelText('Role of Ada North')).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Email Address'), 'dee@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
    await waitFor(() => expect(invited).toEqual([{ email: 'dee@example.com', role: 'viewer' }]));
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw the invitation of cy@example.com' }));
    await waitFor(() => expect(withdrawn).toHaveLength(1));
  });

  const own = { id: 'w0', name: 'Ada’s', role: 'owner' as const, personal: true };
  const shared = { id: 'w1', name: 'Shared', role: 'owner' as const, personal: false };

  function inBoth() {
    const workspaces = [own, shared];
    signIn({ workspaces });
    server.use(
      http.get('/api/workspaces', () => ok({ workspaces })),
      http.get('/api/workspaces/:id/members', () => ok({ members: [] })),
      http.get('/api/workspaces/:id/invites', () => ok({ invites: [] })),
    );
  }

  it('shows which is current, and goes to work in another', async () => {
    inBoth();
    const { at } = tab('workspaces');
    expect(await screen.findAllByText('Current')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Switch to this workspace: Ada’s' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to this workspace: Shared' }));
    expect(chosenWorkspace()).toBe('w1');
    await waitFor(() => expect(at()).toBe('/dashboard'));
  });

  it('lets an owner rename', async () => {
    inBoth();
    const names = recordCalls('patch', '/api/workspaces/w1', () => ok({ workspace: shared }));
    tab('workspaces');
    await userEvent.click(await screen.findByRole('button', { name: 'Rename Shared' }));
    const field = screen.getByLabelText('New name');
    await userEvent.clear(field);
    await userEvent.type(field, ' Team ');
    await userEvent.click(screen.getByRole('button', { name: 'Save name' }));
    await waitFor(() => expect(names).toEqual([{ name: 'Team' }]));
    await waitFor(() => expect(screen.queryByLabelText('New name')).not.toBeInTheDocument());
  });

  it('asks before a changed name is lost with its window', async () => {
    inBoth();
    tab('workspaces');
    await userEvent.click(await screen.findByRole('button', { name: 'Rename Shared' }));
    await userEvent.type(screen.getByLabelText('New name'), ' two');
    const close = () =>
      within(screen.getByRole('dialog', { name: 'Rename Shared' })).getAllByRole('button', { name: 'Close' });
    await userEvent.click(close()[0] as HTMLElement);
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(screen.getByLabelText('New name')).toHaveValue('Shared two');
    await userEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByLabelText('New name')).not.toBeInTheDocument());
  });

  it('leads out of the current workspace when it is deleted', async () => {
    inBoth();
    const deleted = recordCalls('delete', '/api/workspaces/w1');
    localStorage.setItem('motherlode.workspace', JSON.stringify({ userId: 'u1', workspaceId: 'w1' }));
    tab('workspaces');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(chosenWorkspace()).toBe('w1');
    await userEvent.type(await screen.findByRole('textbox', { name: /Shared/ }), 'Shared');
    await userEvent.click(screen.getByRole('button', { name: 'Delete workspace' }));
    await waitFor(() => expect(chosenWorkspace()).toBeNull());
    expect(deleted).toHaveLength(1);
  });

  it('shows a viewer who is in, and the way out', async () => {
    signIn();
    server.use(
      http.get('/api/workspaces', () =>
        ok({ workspaces: [{ id: 'w1', name: 'Shared', role: 'viewer' as const, personal: false }] }),
      ),
      http.get('/api/workspaces/w1/members', () =>
        ok({ members: [member('u1', 'Ada North', 'viewer'), member('u2', 'Bo East', 'owner')] }),
      ),
    );
    const left = recordCalls('delete', '/api/workspaces/w1/members/u1');
    tab('workspaces');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave Shared' }));
    await waitFor(() => expect(left).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Invite' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Remove Bo East' })).not.toBeInTheDocument();
  });
});

describe('system', () => {
  const account = (change: Partial<AdminUser>): AdminUser => ({
    id: 'u1',
    email: 'ada@example.com',
    name: 'Ada North',
    role: 'free',
    emailVerified: true,
    subscription: { plan: 'trial', trialEndsAt: null },
    createdAt: AT,
    disabledAt: null,
    ...change,
  });

  it('non_admin_sees_a_permission_panel_without_a_request', async () => {
    signIn();
    tab('system');
    expect(await screen.findByText('You do not have access')).toBeInTheDocument();
  });

  it('shows an administrator queue and workers', async () => {
    signIn({ role: 'admin' });
    server.use(
      http.get('/api/admin/queue', () =>
        ok({
          queue: 'memory',
          database: 'sqlite',
          lanes: [{ lane: 'batch' as const, queued: 7, running: 2, delivering: 0 }],
        }),
      ),
      http.get('/api/admin/workers', () =>
        ok({
          workers: [
            {
              id: 'w',
              host: 'box',
              pid: 42,
              lanes: ['batch' as const],
              slots: 4,
              busy: 2,
              startedAt: AT,
              heartbeatAt: AT,
            },
          ],
        }),
      ),
    );
    tab('system');
    expect(await screen.findByText('2 of 4')).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: '7' })).toBeInTheDocument();
  });

  it('lets an administrator change a role, and disable after asking', async () => {
    signIn({ role: 'admin' });
    server.use(
      http.get('/api/admin/users', () =>
        ok({
          users: [account({ role: 'admin' }), account({ id: 'u2', name: 'Bo', email: 'bo@example.com' })],
          nextCursor: null,
        }),
      ),
    );
    const changes = recordCalls('patch', '/api/admin/users/u2', () => ok({ user: account({ id: 'u2' }) }));
    renderAt('/settings?tab=system&section=users', <SettingsPage />);
    await userEvent.selectOptions(await screen.findByLabelText('Role of bo@example.com'), 'admin');
    await waitFor(() => expect(changes).toEqual([{ role: 'admin' }]));
    const disable = await screen.findByRole('button', { name: 'Disable bo@example.com' });
    await waitFor(() => expect(disable).toBeEnabled());
    await userEvent.click(disable);
    await userEvent.click(screen.getByRole('button', { name: 'Disable account' }));
    await waitFor(() => expect(changes).toEqual([{ role: 'admin' }, { disabled: true }]));
    expect(screen.queryByLabelText('Role of ada@example.com')).not.toBeInTheDocument();
  });

  it('reads and deletes a message of the contact form', async () => {
    signIn({ role: 'admin' });
    const message: ReceivedMessage = {
      id: 'c1',
      name: 'Bo',
      email: 'bo@example.com',
      message: 'Do you also do roofs?',
      address: '192.0.2.1',
      createdAt: AT,
    };
    server.use(http.get('/api/admin/contact-messages', () => ok({ messages: [message], nextCursor: null })));
    const deleted = recordCalls('delete', '/api/admin/contact-messages/c1');
    renderAt('/settings?tab=system&section=messages', <SettingsPage />);
    expect(await screen.findByText('Do you also do roofs?')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'bo@example.com' })).toHaveAttribute('href', 'mailto:bo%40example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Delete the message of Bo' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete message' }));
    await waitFor(() => expect(deleted).toHaveLength(1));
  });

  it('reads a mail of the outbox', async () => {
    signIn({ role: 'admin' });
    const mail: OutboxMessage = {
      id: 'm',
      to: 'bo@example.com',
      subject: 'Reset',
      text: 'Follow https://x/reset',
      status: 'kept',
      createdAt: AT,
      sentAt: null,
      error: null,
      attempts: 1,
    };
    server.use(http.get('/api/admin/outbox', () => ok({ mails: [mail], nextCursor: null })));
    renderAt('/settings?tab=system&section=outbox', <SettingsPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Open Reset to bo@example.com' }));
    expect(screen.getByText('Follow https://x/reset')).toBeInTheDocument();
  });
});
