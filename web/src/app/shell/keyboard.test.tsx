import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useBrowserSettings } from '@/lib/browser-settings';
import { resetLive } from '@/lib/live/store';
import { tokenStorage } from '@/lib/session/token-storage';
import { currentShortcuts, isSingleKey, keyNames } from '@/lib/shortcuts';
import { useTheme } from '@/lib/theme';
import { offerUndo } from '@/lib/undo';
import { http, ok } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { aUser, server, signedInAnswer } from '@/testing/server';
import { AppRoutes } from '../routes';

beforeEach(() => {
  resetLive();
  useBrowserSettings.setState({ singleKeys: true });
  useTheme.setState({ themeId: 'default-dark', mode: 'dark', snapshot: null, preview: null });
  tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(signedInAnswer(aUser()))),
    http.get('/api/websites', () => HttpResponse.json({ success: true, websites: [] })),
    http.get('/api/documents', () => ok({ documents: [], nextCursor: null })),
    http.get('/api/sites', () => ok({ sites: [], nextCursor: null })),
    http.get('/api/received-leads', () => ok({ leads: [], nextCursor: null })),
  );
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function open() {
  const view = renderAt('/projects', <AppRoutes />);
  await heading('Projects');
  return view;
}

describe('the palette', () => {
  it('opens with Ctrl and K, finds by a few letters, and goes there', async () => {
    const { at } = await open();
    await userEvent.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Command' });
    await userEvent.type(field, 'secur');
    const [best] = screen.getAllByRole('option');
    expect(best).toHaveTextContent('Settings: security and sessions');
    expect(best).toHaveAttribute('aria-selected', 'true');
    expect(field).toHaveAttribute('aria-activedescendant', best?.id);
    server.use(
      http.get('/api/auth/mfa', () => HttpResponse.json({ success: true, enabled: false, recoveryCodesLeft: 0 })),
      http.get('/api/auth/sessions', () => HttpResponse.json({ success: true, sessions: [] })),
      http.get('/api/user/audit-log', () => HttpResponse.json({ success: true, audit: [], nextCursor: null })),
    );
    await userEvent.keyboard('{Enter}');
    await heading('Settings');
    expect(at()).toBe('/settings?tab=security');
    expect(screen.queryByRole('combobox', { name: 'Command' })).not.toBeInTheDocument();
  });

  it('moves by the arrows, in a circle, and remembers what was used', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Command palette' }));
    const field = await screen.findByRole('combobox', { name: 'Command' });
    await userEvent.type(field, 'theme');
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{ArrowDown}');
    await userEvent.clear(field);
    await userEvent.type(field, 'cyberpunk{Enter}');
    expect(useTheme.getState().themeId).toBe('cyberpunk');
    await userEvent.click(screen.getByRole('button', { name: 'Command palette' }));
    await screen.findByRole('combobox', { name: 'Command' });
    expect(screen.getAllByRole('option')[0]).toHaveTextContent('Theme: Cyberpunk Command Center');
  });

  it('palette_without_a_match_shows_an_empty_state', async () => {
    await open();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Command' }), 'qqqq');
    expect(await screen.findByText('No matches. Try fewer letters.')).toBeInTheDocument();
    expect(screen.queryAllByRole('option')).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('lists in the sheet what it can do, no more and no less', async () => {
    await open();
    await userEvent.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    const shown = within(sheet)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(shown).toEqual(currentShortcuts().map(({ label, keys }) => `${label}${keyNames(keys, false).join('')}`));
    expect(shown.length).toBeGreaterThan(12);
  });

  it('leaves single keys out of the sheet when they are switched off', async () => {
    await open();
    useBrowserSettings.setState({ singleKeys: false });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Command' }), 'keyboard shortcuts{Enter}');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getAllByRole('listitem')).toHaveLength(
      currentShortcuts().filter(({ keys }) => !isSingleKey(keys)).length,
    );
  });

  it('goes to places', async () => {
    const { at } = await open();
    await userEvent.keyboard('gs');
    await heading('Settings');
    expect(at()).toBe('/settings');
    await userEvent.keyboard('n');
    await waitFor(() => expect(at()).toBe('/projects/new'));
  });

  it('loads again what is shown', async () => {
    let loads = 0;
    server.use(
      http.get('/api/websites', ({ request }) => {
        if (!request.url.includes('archived')) loads += 1;
        return HttpResponse.json({ success: true, websites: [] });
      }),
    );
    await open();
    await waitFor(() => expect(loads).toBe(1));
    await userEvent.keyboard('r');
    await waitFor(() => expect(loads).toBe(2));
  });

  it('undoes the last thing', async () => {
    await open();
    const undo = vi.fn();
    offerUndo({ title: 'Dismissed', altText: 'Undo', undo });
    await userEvent.keyboard('z');
    expect(undo).toHaveBeenCalledTimes(1);
  });
});
