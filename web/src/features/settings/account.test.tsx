import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run, User } from '@/api/types';
import { resetLive } from '@/lib/live/store';
import { tokenStorage } from '@/lib/session/token-storage';
import { useTheme } from '@/lib/theme';
import { FALLBACK_THEME } from '@/lib/themes/presets';
import { useThemes } from '@/lib/themes/store';
import { aRun } from '@/testing/records';
import { renderAt } from '@/testing/render';
import { aUser, problem, server, signedInAnswer } from '@/testing/server';
import SettingsPage from './page';

const AT = '2026-05-01T10:00:00Z';
const ok = (body: Record<string, unknown> = {}) => HttpResponse.json({ success: true, ...body });

function signIn(change: Partial<User> = {}) {
  tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
  server.use(http.get('/api/auth/me', () => HttpResponse.json(signedInAnswer(aUser(change)))));
}

/** Records the bodies of a call. */
function hearing(method: 'post' | 'patch' | 'delete', path: string, answer: () => Response = () => ok()): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      bodies.push(await request.json().catch(() => null));
      return answer();
    }),
  );
  return bodies;
}

const tab = (name: string) => renderAt(`/settings?tab=${name}`, <SettingsPage />);

beforeEach(resetLive);

describe('security', () => {
  const session = (id: string, current: boolean) => ({
    id,
    current,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    address: '127.0.0.1',
    createdAt: AT,
    lastSeenAt: AT,
    expiresAt: AT,
  });

  let mfa = { enabled: false, recoveryCodesLeft: 0 };

  beforeEach(() => {
    mfa = { enabled: false, recoveryCodesLeft: 0 };
    server.use(
      http.get('/api/auth/mfa', () => ok(mfa)),
      http.get('/api/auth/sessions', () => ok({ sessions: [session('s1', true), session('s2', false)] })),
      http.get('/api/user/audit-log', () =>
        ok({ audit: [{ id: '1', at: AT, action: 'session.signed_in', address: '::1', userAgent: '', detail: {} }] }),
      ),
    );
  });

  it('renews recovery codes by both factors, and shows the new ones once', async () => {
    signIn();
    mfa = { enabled: true, recoveryCodesLeft: 1 };
    const bodies = hearing('post', '/api/auth/mfa/recovery-codes', () =>
      bodies.length === 1
        ? problem(422, 'wrong', [{ pointer: '/code', detail: 'This code is not right.' }])
        : ok({ recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] }),
    );
    tab('security');
    await userEvent.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.type(screen.getByLabelText('Code of the app, or a recovery code'), '000 000');
    await userEvent.click(screen.getByRole('button', { name: 'Renew codes' }));
    expect(await screen.findByText('This code is not right.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Renew codes' }));
    expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeInTheDocument();
    expect(bodies).toEqual([
      { password: 'correct horse', code: '000000' },
      { password: 'correct horse', code: '000000' },
    ]);
  });

  async function change(password: string, confirm: string) {
    await userEvent.type(await screen.findByLabelText('Current password'), 'the old one');
    await userEvent.type(screen.getByLabelText('New password'), password);
    await userEvent.type(screen.getByLabelText('Confirm Password'), confirm);
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  }

  it('changes the password', async () => {
    signIn();
    const bodies = hearing('post', '/api/auth/change-password');
    tab('security');
    await change('a new secret', 'a new secret');
    expect((await screen.findAllByText('Password changed')).length).toBeGreaterThan(0);
    expect(bodies).toEqual([{ currentPassword: 'the old one', newPassword: 'a new secret' }]);
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });

  it('asks for equal passwords, and shows what the server refuses at its field', async () => {
    signIn();
    hearing('post', '/api/auth/change-password', () =>
      problem(422, 'Wrong', [{ pointer: '/currentPassword', detail: 'This is not your password' }]),
    );
    tab('security');
    await change('a new secret', 'another secret');
    expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match');
    await userEvent.clear(screen.getByLabelText('Confirm Password'));
    await userEvent.type(screen.getByLabelText('Confirm Password'), 'a new secret');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('This is not your password')).toBeInTheDocument();
    expect(screen.getByLabelText('Current password')).toBeInvalid();
  });

  it('turns the second factor on with a code, and shows the recovery codes once', async () => {
    signIn();
    const asked = hearing('post', '/api/auth/mfa/setup', () =>
      ok({ secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/Motherlode:ada?secret=JBSWY3DPEHPK3PXP' }),
    );
    const confirmed = hearing('post', '/api/auth/mfa/confirm', () => {
      mfa = { enabled: true, recoveryCodesLeft: 10 };
      return ok({ recoveryCodes: ['aaaa-1111', 'bbbb-2222'] });
    });
    tab('security');
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Set up' }));
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeInTheDocument();
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Code of the app'), '123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['aaaa-1111', 'bbbb-2222']);
    expect(asked).toEqual([{ password: 'secret' }]);
    expect(confirmed).toEqual([{ code: '123456' }]);
    await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByRole('button', { name: 'Turn off' })).toBeInTheDocument();
    expect(screen.queryByText('aaaa-1111')).not.toBeInTheDocument();
  });

  it('turns the second factor off with the password', async () => {
    signIn();
    mfa = { enabled: true, recoveryCodesLeft: 1 };
    let refuse = true;
    const bodies = hearing('post', '/api/auth/mfa/disable', () => {
      if (refuse) return problem(422, 'password: No', [{ pointer: '/password', detail: 'Not your password' }]);
      mfa = { enabled: false, recoveryCodesLeft: 0 };
      return ok();
    });
    tab('security');
    expect(await screen.findByText('on, 1 recovery code left')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Not your password')).toBeInTheDocument();
    refuse = false;
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeInTheDocument();
    expect(bodies).toEqual([{ password: 'secret' }, { password: 'secret' }]);
  });

  it('ends another session', async () => {
    signIn();
    const ended: string[] = [];
    server.use(
      http.delete('/api/auth/sessions/:id', ({ params }) => {
        ended.push(String(params.id));
        return ok();
      }),
    );
    tab('security');
    await userEvent.click(await screen.findByRole('button', { name: 'End the session of Firefox on Linux' }));
    await waitFor(() => expect(ended).toEqual(['s2']));
    expect(screen.getByText('this one')).toBeInTheDocument();
    expect(screen.getByText('Session signed in')).toBeInTheDocument();
  });
});

describe('profile', () => {
  it('asks for the password to change the address, and says what follows', async () => {
    signIn({ emailVerified: true });
    const bodies = hearing('post', '/api/auth/change-email');
    tab('profile');
    await userEvent.type(await screen.findByLabelText('New address'), 'new@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Change address' }));
    expect(await screen.findByText(/A link is on the way to new@example.com/)).toBeInTheDocument();
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
    expect((await screen.findAllByText('The picture is larger than 5 MB')).length).toBeGreaterThan(0);
  });
});

describe('API keys', () => {
  const key = {
    id: 'k1',
    name: 'Reports',
    prefix: 'ml_abcd',
    scopes: ['read'],
    createdAt: AT,
    lastUsedAt: null,
    expiresAt: null,
  };

  it('makes a key with scopes, and shows it once', async () => {
    signIn();
    server.use(http.get('/api/user/api-keys', () => ok({ apiKeys: [] })));
    const bodies = hearing('post', '/api/user/api-keys', () => ok({ apiKey: key, key: 'ml_abcd_secret' }));
    tab('api-keys');
    await userEvent.type(await screen.findByLabelText('Name'), 'Reports');
    await userEvent.selectOptions(screen.getByLabelText('Life'), 'Never ends');
    expect(screen.getByRole('button', { name: 'Make key' })).toBeDisabled();
    await userEvent.click(await screen.findByLabelText('read'));
    await userEvent.click(screen.getByRole('button', { name: 'Make key' }));
    expect(await screen.findByText('ml_abcd_secret')).toBeInTheDocument();
    expect(bodies).toEqual([{ name: 'Reports', scopes: ['read'] }]);
    await userEvent.click(screen.getByRole('button', { name: 'I have kept it' }));
    expect(screen.queryByText('ml_abcd_secret')).not.toBeInTheDocument();
  });

  it('deletes a key after asking', async () => {
    signIn();
    server.use(http.get('/api/user/api-keys', () => ok({ apiKeys: [key] })));
    const deleted = hearing('delete', '/api/user/api-keys/k1');
    tab('api-keys');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Reports' }));
    expect(deleted).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete key' }));
    await waitFor(() => expect(deleted).toHaveLength(1));
  });
});

describe('workspaces', () => {
  const member = (userId: string, name: string, role: string) => ({
    userId,
    name,
    email: `${userId}@example.com`,
    role,
    joinedAt: AT,
  });

  it('lets an owner change roles, invite and withdraw', async () => {
    signIn();
    server.use(
      http.get('/api/workspaces', () =>
        ok({ workspaces: [{ id: 'w1', name: 'Shared', role: 'owner', personal: false }] }),
      ),
      http.get('/api/workspaces/w1/members', () =>
        ok({ members: [member('u1', 'Ada North', 'owner'), member('u2', 'Bo East', 'viewer')] }),
      ),
      http.get('/api/workspaces/w1/invites', () =>
        ok({ invites: [{ id: 'i1', email: 'cy@example.com', role: 'editor', createdAt: AT, expiresAt: AT }] }),
      ),
    );
    const roles = hearing('patch', '/api/workspaces/w1/members/u2');
    const invited = hearing('post', '/api/workspaces/w1/invites', () => ok({ invite: {} }));
    const withdrawn = hearing('delete', '/api/workspaces/w1/invites/i1');
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

  it('shows a viewer who is in, and the way out', async () => {
    signIn();
    server.use(
      http.get('/api/workspaces', () =>
        ok({ workspaces: [{ id: 'w1', name: 'Shared', role: 'viewer', personal: false }] }),
      ),
      http.get('/api/workspaces/w1/members', () =>
        ok({ members: [member('u1', 'Ada North', 'viewer'), member('u2', 'Bo East', 'owner')] }),
      ),
    );
    const left = hearing('delete', '/api/workspaces/w1/members/u1');
    tab('workspaces');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave Shared' }));
    await waitFor(() => expect(left).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Invite' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Remove Bo East' })).not.toBeInTheDocument();
  });
});

describe('your data', () => {
  it('deletes the account once its address is typed, and signs out', async () => {
    signIn();
    server.use(http.get('/api/logout', () => ok()));
    const deleted = hearing('post', '/api/user/delete');
    const { at } = tab('data');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const confirm = screen.getByRole('button', { name: 'Delete account' });
    expect(confirm).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Type ada@example.com to confirm'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(confirm);
    await waitFor(() => expect(at()).toBe('/'));
    expect(deleted).toEqual([{ password: 'secret' }]);
    expect(tokenStorage.accessToken()).toBeNull();
  });

  it('stays when the server refuses', async () => {
    signIn();
    hearing('post', '/api/user/delete', () =>
      problem(422, 'Wrong', [{ pointer: '/password', detail: 'Wrong password' }]),
    );
    tab('data');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    await userEvent.type(screen.getByLabelText('Type ada@example.com to confirm'), 'ada@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
    expect(await screen.findByText('Wrong password')).toBeInTheDocument();
    expect(tokenStorage.accessToken()).toBe('a');
  });
});

describe('system', () => {
  it('tells others that they may not, without asking the server', async () => {
    signIn();
    tab('system');
    expect(await screen.findByText('You do not have access')).toBeInTheDocument();
  });

  it('shows an administrator queue and workers', async () => {
    signIn({ role: 'admin' });
    server.use(
      http.get('/api/admin/queue', () =>
        ok({ queue: 'memory', database: 'sqlite', lanes: [{ lane: 'batch', queued: 7, running: 2, delivering: 0 }] }),
      ),
      http.get('/api/admin/workers', () =>
        ok({
          workers: [
            { id: 'w', host: 'box', pid: 42, lanes: ['batch'], slots: 4, busy: 2, startedAt: AT, heartbeatAt: AT },
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
          users: [aUser({ role: 'admin' }), aUser({ id: 'u2', name: 'Bo', email: 'bo@example.com' })],
          nextCursor: null,
        }),
      ),
    );
    const changes = hearing('patch', '/api/admin/users/u2', () => ok({ user: {} }));
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

  it('reads a mail of the outbox', async () => {
    signIn({ role: 'admin' });
    const mail = {
      id: 'm',
      to: 'bo@example.com',
      subject: 'Reset',
      text: 'Follow https://x/reset',
      status: 'kept',
      createdAt: AT,
      sentAt: null,
      error: null,
    };
    server.use(http.get('/api/admin/outbox', () => ok({ mails: [mail], nextCursor: null })));
    renderAt('/settings?tab=system&section=outbox', <SettingsPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Read Reset to bo@example.com' }));
    expect(screen.getByText('Follow https://x/reset')).toBeInTheDocument();
  });
});

describe('appearance', () => {
  it('says that themes cannot be read from a page where the server does not do it', async () => {
    signIn();
    hearing('post', '/api/themes/extract', () => problem(501, 'off'));
    tab('appearance');
    await userEvent.type(await screen.findByLabelText('From the look of a page'), 'https://example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Read its theme' }));
    expect(await screen.findByText('Theme ripper not implemented yet')).toBeInTheDocument();
  });

  const page = {
    palette: [],
    mended: [],
    ownSets: ['light'],
    source: { url: 'https://x/', host: 'x', sheets: 2, skipped: [] },
  };

  async function read(run: Partial<Run>, result: Record<string, unknown> = {}) {
    signIn();
    const asked = hearing('post', '/api/themes/extract', () =>
      ok({ run: aRun({ id: 't1', kind: 'theme', engineId: null, status: 'queued' }) }),
    );
    server.use(
      http.get('/api/runs/t1', () => ok({ run: aRun({ id: 't1', kind: 'theme', engineId: null, ...run }) })),
      http.get('/api/runs/t1/result', () => ok({ run: aRun(), result })),
    );
    tab('appearance');
    await userEvent.type(await screen.findByLabelText('From the look of a page'), 'example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Read its theme' }));
    return asked;
  }

  it('tells how far the reading of a page is', async () => {
    const progress = { percent: 40, stage: 'style sheets', message: '/main.css' };
    const asked = await read({ status: 'running', progress });
    expect(await screen.findByText('Style sheets: /main.css', undefined, { timeout: 4000 })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
    expect(asked).toEqual([{ url: 'example.com' }]);
  });

  it('says why a page could not be read', async () => {
    const detail = 'Neither the page nor its style sheets name a colour.';
    await read({ status: 'failed', error: { type: 'no-colours', detail } });
    expect(await screen.findByText(detail, undefined, { timeout: 4000 })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
  });

  it('shows, tries on and keeps the theme of a page', async () => {
    const mended = [{ set: 'light', role: 'primary', from: '#ffd700', to: '#a08000' }];
    const palette = [{ colour: '#ffd700', part: 'button', uses: 3 }];
    const theme = { ...FALLBACK_THEME, name: 'Northwind', customCSS: '} body { display: none' };
    await read({ status: 'succeeded' }, { ...page, theme, mended, palette });
    const card = within(await screen.findByRole('region', { name: 'Theme of the page' }, { timeout: 4000 }));
    expect(card.getByText('From x: 2 style sheets read.')).toBeInTheDocument();
    expect(card.getByText('#ffd700')).toBeInTheDocument();
    expect(card.getByText(/#ffd700 became #a08000/)).toBeInTheDocument();
    await userEvent.click(card.getByRole('button', { name: 'Preview' }));
    expect(useTheme.getState().preview).not.toBeNull();
    await userEvent.click(card.getByRole('button', { name: 'Save theme' }));
    expect(useTheme.getState().preview).toBeNull();
    expect(screen.queryByRole('region', { name: 'Theme of the page' })).not.toBeInTheDocument();
    const kept = useThemes.getState().custom.find(({ name }) => name === 'Northwind');
    expect(kept).toMatchObject({ category: 'imported' });
    expect(kept?.customCSS).toBeUndefined();
  });

  it('does not take what is no theme from the server', async () => {
    await read({ status: 'succeeded' }, { ...page, theme: { name: 'x' } });
    expect(await screen.findByText('Invalid theme data', undefined, { timeout: 4000 })).toBeInTheDocument();
  });

  it('refuses a file that is no theme', async () => {
    signIn();
    tab('appearance');
    await userEvent.upload(
      await screen.findByLabelText('Theme file'),
      new File(['{}'], 'x.json', { type: 'application/json' }),
    );
    expect((await screen.findAllByText('Invalid theme data')).length).toBeGreaterThan(0);
  });

  it('edits a copy, warns of poor contrast, mends it, and refuses unsafe CSS', async () => {
    signIn();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    tab('appearance');
    await userEvent.click(await screen.findByRole('button', { name: 'Random theme' }));
    expect(await screen.findByText('Everything in this set can be read.')).toBeInTheDocument();
    const text = screen.getByLabelText('Foreground');
    await userEvent.clear(text);
    await userEvent.type(text, '#222222');
    expect(await screen.findByText(/Hard to read/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Mend' }));
    expect(await screen.findByText('Everything in this set can be read.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Own CSS'), '@import "x";');
    expect(await screen.findByText(/@import is not allowed/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save theme' })).toBeDisabled();
    await userEvent.clear(screen.getByLabelText('Own CSS'));
    await userEvent.click(screen.getByRole('button', { name: 'Save theme' }));
    expect(await screen.findByRole('button', { name: /Use Random 0°/ })).toBeInTheDocument();
    vi.mocked(Math.random).mockRestore();
  });
});
