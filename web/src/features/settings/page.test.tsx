import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as anyHttp, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { followFormats } from '@/lib/formats';
import { logMessage, patchChannel, resetLive, useLive } from '@/lib/live/store';
import { tokenStorage } from '@/lib/session/token-storage';
import { useTheme } from '@/lib/theme';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { aUser, problem, server, signedInAnswer } from '@/testing/server';
import SettingsPage from './page';

beforeEach(() => {
  resetLive();
  useTheme.setState({ mode: 'dark' });
  tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
  server.use(http.get('/api/auth/me', () => HttpResponse.json(signedInAnswer(aUser()))));
});

describe('settings', () => {
  it('saves the name', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.patch('/api/user/profile', async ({ request }) => {
        bodies.push(await request.json());
        const user = aUser({ firstName: 'Adele', name: 'Adele North' });
        return HttpResponse.json({ success: true, name: user.name, avatar: null, user });
      }),
    );
    renderAt('/settings', <SettingsPage />);
    const field = await screen.findByLabelText('First name');
    await userEvent.clear(field);
    await userEvent.type(field, 'Adele');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Profile saved')).length).toBeGreaterThan(0);
    expect(bodies).toEqual([{ firstName: 'Adele', lastName: 'North', name: 'Adele North' }]);
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('refused_name_is_rolled_back', async () => {
    server.use(http.patch('/api/user/profile', () => problem(500, 'broken')));
    renderAt('/settings', <SettingsPage />);
    const field = await screen.findByLabelText('First name');
    await userEvent.type(field, 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Failed to update profile')).length).toBeGreaterThan(0);
    expect(field).toHaveValue('Ada');
  });

  it('changes the theme at once, and back when the server refuses', async () => {
    let refuse = false;
    server.use(
      http.patch('/api/user/preferences', () =>
        refuse ? problem(500, 'broken') : HttpResponse.json({ success: true, preferences: { theme: 'light' } }),
      ),
    );
    renderAt('/settings?tab=appearance', <SettingsPage />);
    await userEvent.click(await screen.findByRole('radio', { name: 'Light' }));
    expect(useTheme.getState().mode).toBe('light');
    refuse = true;
    await userEvent.click(screen.getByRole('radio', { name: 'System' }));
    expect((await screen.findAllByText('Failed to update preferences')).length).toBeGreaterThan(0);
    expect(useTheme.getState().mode).toBe('light');
  });

  it('unsaved_theme_choice_is_kept_after_leaving_the_page', async () => {
    let asked = false;
    server.use(
      http.patch('/api/user/preferences', () => {
        asked = true;
        return HttpResponse.error();
      }),
    );
    renderAt('/settings?tab=appearance', <SettingsPage />);
    await userEvent.click(await screen.findByRole('radio', { name: 'Light' }));
    await vi.waitFor(() => expect(asked).toBe(true));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(useTheme.getState().mode).toBe('light');
  });

  it('theme_choice_stays_when_its_answer_is_cut_off', async () => {
    let asked = false;
    server.use(
      anyHttp.patch('/api/user/preferences', () => {
        asked = true;
        const body = new ReadableStream({
          start: (controller) => controller.error(new DOMException('The page was left.', 'AbortError')),
        });
        return new HttpResponse(body, { headers: { 'Content-Type': 'application/json' } });
      }),
    );
    renderAt('/settings?tab=appearance', <SettingsPage />);
    await userEvent.click(await screen.findByRole('radio', { name: 'Light' }));
    await vi.waitFor(() => expect(asked).toBe(true));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(useTheme.getState().mode).toBe('light');
  });

  it('keeps in the account what is shown as it comes, and goes back when the server refuses', async () => {
    const bodies: unknown[] = [];
    let refuse = false;
    server.use(
      http.patch('/api/user/preferences', async ({ request }) => {
        bodies.push(await request.json());
        if (refuse) return problem(500, 'broken');
        return HttpResponse.json({ success: true, preferences: { quietNotifications: { 'engine:insight': true } } });
      }),
    );
    renderAt('/settings?tab=notifications', <SettingsPage />);
    const insights = await screen.findByRole('switch', { name: 'New Insight' });
    const alerts = screen.getByRole('switch', { name: 'Performance Alert' });
    expect(insights).toBeChecked();
    await userEvent.click(insights);
    expect(insights).not.toBeChecked();
    refuse = true;
    await userEvent.click(alerts);
    expect((await screen.findAllByText('Failed to update preferences')).length).toBeGreaterThan(0);
    expect(alerts).toBeChecked();
    expect(insights).not.toBeChecked();
    expect(bodies).toEqual([
      { quietNotifications: { 'engine:insight': true } },
      { quietNotifications: { 'performance:alert': true } },
    ]);
  });

  it('writes numbers as the account prefers, everywhere at once, and goes back when the server refuses', async () => {
    let refuse = false;
    server.use(
      http.patch('/api/user/preferences', async ({ request }) => {
        const preferences = (await request.json()) as Record<string, unknown>;
        return refuse ? problem(500, 'broken') : HttpResponse.json({ success: true, preferences });
      }),
    );
    renderAt('/settings?tab=preferences', <SettingsPage />);
    const numbers = await screen.findByLabelText('Numbers');
    expect(screen.getByText(/Preview: 1,234,567\.8, \$19\.99,/)).toBeInTheDocument();
    await userEvent.selectOptions(numbers, '1.234,5');
    expect(await screen.findByText(/Preview: 1\.234\.567,8, \$19,99,/)).toBeInTheDocument();
    refuse = true;
    await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'Pacific/Auckland');
    expect((await screen.findAllByText('Failed to update preferences')).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Time zone')).toHaveValue('');
    expect(numbers).toHaveValue('1.234,5');
    followFormats(undefined);
  });

  it('shows both channels and the log', async () => {
    patchChannel('engine', { connected: true, latency: 14, connectedAt: Date.now() });
    patchChannel('realtime', { error: 'Authentication failed', reconnectAttempts: 2 });
    logMessage({
      id: '1',
      timestamp: '2026-01-01T00:00:00Z',
      type: 'run:progress',
      payload: { percent: 40, runId: 'r1', of: {} },
    });
    renderAt('/settings?tab=live', <SettingsPage />);
    expect(await screen.findByText('14 ms')).toBeInTheDocument();
    expect(await screen.findByText('Authentication failed')).toBeInTheDocument();
    expect(await screen.findByText('2 of 3')).toBeInTheDocument();
    expect(await screen.findByRole('cell', { name: 'run:progress' })).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: 'Percent: 40, Run id: r1' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Reconnect now' })).not.toBeInTheDocument();
    const reconnect = vi.fn();
    act(() => useLive.setState({ reconnect }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reconnect now' }));
    expect(reconnect).toHaveBeenCalledTimes(1);
  });
});
