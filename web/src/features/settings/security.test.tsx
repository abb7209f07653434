import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Assistant } from '@/api/assistants';
import { resetLive } from '@/lib/live/store';
import { tokenStorage } from '@/lib/session/token-storage';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls, signIn } from '@/testing/session';
import { expectStacked } from '@/testing/stacked';
import SettingsPage from './page';

const AT = '2026-05-01T10:00:00Z';

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
        ok({
          audit: [{ id: '1', at: AT, action: 'session.signed_in', address: '::1', userAgent: '', detail: {} }],
          nextCursor: null,
        }),
      ),
    );
  });

  it('renews recovery codes by both factors, and shows the new ones once', async () => {
    signIn();
    mfa = { enabled: true, recoveryCodesLeft: 1 };
    const bodies: unknown[] = recordCalls('post', '/api/auth/mfa/recovery-codes', () =>
      bodies.length === 1
        ? problem(422, 'wrong', [{ pointer: '/code', detail: 'This code is not right.' }])
        : ok({ recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] }),
    );
    tab('security');
    await userEvent.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.type(screen.getByLabelText('Authenticator or recovery code'), '000 000');
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
    const bodies = recordCalls('post', '/api/auth/change-password');
    tab('security');
    await change('a new secret', 'a new secret');
    expect((await screen.findAllByText('Password changed')).length).toBeGreaterThan(0);
    expect(bodies).toEqual([{ currentPassword: 'the old one', newPassword: 'a new secret' }]);
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });

  it('password_form_checks_equality_and_shows_refusals_beside_fields', async () => {
    signIn();
    recordCalls('post', '/api/auth/change-password', () =>
      problem(422, 'Wrong', [{ pointer: '/currentPassword', detail: 'This is not your password' }]),
    );
    tab('security');
    await change('a new secret', 'another secret');
    expect(await screen.findByText('Passwords do not match')).toBeInTheDocument();
    expect(screen.getByLabelText('Confirm Password')).toBeInvalid();
    expect(screen.getByLabelText('Confirm Password')).toHaveFocus();
    await userEvent.clear(screen.getByLabelText('Confirm Password'));
    await userEvent.type(screen.getByLabelText('Confirm Password'), 'a new secret');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('This is not your password')).toBeInTheDocument();
    expect(screen.getByLabelText('Current password')).toBeInvalid();
  });

  it('turns the second factor on with a code, and shows the recovery codes once', async () => {
    signIn();
    const asked = recordCalls('post', '/api/auth/mfa/setup', () =>
      ok({ secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/Motherlode:ada?secret=JBSWY3DPEHPK3PXP' }),
    );
    const confirmed = recordCalls('post', '/api/auth/mfa/confirm', () => {
      mfa = { enabled: true, recoveryCodesLeft: 10 };
      return ok({ recoveryCodes: ['aaaa-1111', 'bbbb-2222'] });
    });
    tab('security');
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Set up' }));
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeInTheDocument();
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Authenticator code'), '123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['aaaa-1111', 'bbbb-2222']);
    expect(asked).toEqual([{ password: 'secret' }]);
    expect(confirmed).toEqual([{ code: '123456' }]);
    await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByRole('button', { name: 'Turn off' })).toBeInTheDocument();
    expect(screen.queryByText('aaaa-1111')).not.toBeInTheDocument();
  });

  it('turns the second factor off with the password and a code', async () => {
    signIn();
    mfa = { enabled: true, recoveryCodesLeft: 1 };
    let refuse = true;
    const bodies = recordCalls('post', '/api/auth/mfa/disable', () => {
      if (refuse) return problem(422, 'code: No', [{ pointer: '/code', detail: 'The code is wrong' }]);
      mfa = { enabled: false, recoveryCodesLeft: 0 };
      return ok();
    });
    tab('security');
    expect(await screen.findByText('on, 1 recovery code left')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.type(screen.getByLabelText('Authenticator or recovery code'), '123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('The code is wrong')).toBeInTheDocument();
    refuse = false;
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeInTheDocument();
    const sent = { password: 'secret', code: '123456' };
    expect(bodies).toEqual([sent, sent]);
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
    expect(screen.getByText('This device')).toBeInTheDocument();
    expect(screen.getByText('Signed in')).toBeInTheDocument();
  });
});

describe('API keys', () => {
  const connected = (assistants: Assistant[]) => http.get('/api/assistants', () => ok({ assistants }));

  beforeEach(() => server.use(connected([])));

  const key = {
    id: 'k1',
    name: 'Reports',
    prefix: 'ml_abcd',
    scopes: ['read' as const],
    createdAt: AT,
    lastUsedAt: null,
    expiresAt: null,
  };

  it('created_key_has_its_scopes_and_is_shown_once', async () => {
    signIn();
    server.use(http.get('/api/user/api-keys', () => ok({ apiKeys: [] })));
    const bodies = recordCalls('post', '/api/user/api-keys', () => ok({ apiKey: key, key: 'ml_abcd_secret' }));
    tab('api-keys');
    await userEvent.type(await screen.findByLabelText('Name'), 'Reports');
    await userEvent.selectOptions(screen.getByLabelText('Expiry'), 'Never expires');
    await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText('Choose at least one scope.')).toBeInTheDocument();
    expect(bodies).toEqual([]);
    await userEvent.click(await screen.findByLabelText('read'));
    await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText('ml_abcd_secret')).toBeInTheDocument();
    expect(bodies).toEqual([{ name: 'Reports', scopes: ['read'] }]);
    await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
    expect(screen.queryByText('ml_abcd_secret')).not.toBeInTheDocument();
  });

  it('shows_the_address_for_assistants', async () => {
    signIn();
    server.use(
      http.get('/api/user/api-keys', () => ok({ apiKeys: [key] })),
      connected([]),
    );
    tab('api-keys');
    expect(await screen.findByText(`${window.location.origin}/mcp`)).toBeInTheDocument();
    expect(screen.getByText(/Approvals stay with you/)).toBeInTheDocument();
    expectStacked(await screen.findByRole('table'), ['Key', 'Scopes', 'Last used', 'Expires']);
  });

  it('disconnects an assistant after asking', async () => {
    signIn();
    server.use(
      http.get('/api/user/api-keys', () => ok({ apiKeys: [] })),
      connected([
        {
          id: 'g1',
          name: 'Helper',
          host: 'assistant.example',
          scopes: ['read'],
          createdAt: AT,
          lastUsedAt: null,
          expiresAt: AT,
        },
      ]),
    );
    const ended = recordCalls('delete', '/api/assistants/g1');
    tab('api-keys');
    expect(await screen.findByText(/assistant\.example\. Reads only/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Disconnect Helper' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect Helper?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(ended).toHaveLength(1));
  });

  it('deletes a key after asking', async () => {
    signIn();
    server.use(http.get('/api/user/api-keys', () => ok({ apiKeys: [key] })));
    const deleted = recordCalls('delete', '/api/user/api-keys/k1');
    tab('api-keys');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Reports' }));
    expect(deleted).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete key' }));
    await waitFor(() => expect(deleted).toHaveLength(1));
  });
});

describe('your data', () => {
  it('deletes the account once its address is typed, and signs out', async () => {
    signIn();
    server.use(http.get('/api/logout', () => ok()));
    const deleted = recordCalls('post', '/api/user/delete');
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
    recordCalls('post', '/api/user/delete', () =>
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
