import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { tokenStorage } from '@/lib/session/token-storage';
import { http, ok } from '@/testing/http';
import { setOnline } from '@/testing/network';
import { renderAt } from '@/testing/render';
import { aUser, problem, server, signedInAnswer } from '@/testing/server';
import { AppRoutes } from './routes';

function signIn() {
  tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(signedInAnswer(aUser()))),
    http.get('/api/websites', () => HttpResponse.json({ success: true, websites: [] })),
    http.post('/api/auth/logout', () => HttpResponse.json({ success: true })),
    http.get('/api/logout', () => HttpResponse.json({ success: true })),
  );
}

function needOnboarding() {
  server.use(
    http.get('/api/user/onboarding-status', () =>
      HttpResponse.json({ success: true, data: { needsOnboarding: true } }),
    ),
  );
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name }, { timeout: 10_000 });

describe('signed out', () => {
  it('start_shows_a_loader_then_the_landing_page', async () => {
    renderAt('/', <AppRoutes />);
    expect(screen.getByText('Loading Motherlode...')).toBeInTheDocument();
    expect(await heading(/find the keywords that grow your revenue/i)).toBeInTheDocument();
  });

  it('leads a wanted page to the login, and remembers it', async () => {
    const { at } = renderAt('/settings?tab=security', <AppRoutes />);
    await heading('Welcome back');
    expect(at()).toBe('/login?returnTo=%2Fsettings%3Ftab%3Dsecurity');
    expect(localStorage.getItem('motherlode.intended')).toBe('/settings?tab=security');
  });

  it('leads /get-started to the registration with its query', async () => {
    const { at } = renderAt('/get-started?returnTo=%2Fprojects', <AppRoutes />);
    await heading('Create your account');
    expect(at()).toBe('/register?returnTo=%2Fprojects');
  });

  it.each([
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
    ['/contact', 'Contact'],
    ['/demo', 'Intelligence hub'],
    ['/demo/accuracy', 'Accuracy test'],
    ['/forgot-password', 'Forgot your password?'],
    ['/oauth/callback', 'Google sign-in is not configured'],
  ])('shows %s and remembers nothing', async (path, title) => {
    const { at } = renderAt(path, <AppRoutes />);
    await heading(title);
    expect(at()).toBe(path);
    expect(localStorage.getItem('motherlode.intended')).toBeNull();
  });

  it('unreachable_server_offers_a_retry_and_keeps_the_tokens', async () => {
    tokenStorage.save({ accessToken: 'a', refreshToken: 'r' });
    server.use(http.get('/api/auth/me', () => HttpResponse.error()));
    renderAt('/', <AppRoutes />);
    expect(await screen.findByText(/Cannot connect to server/)).toBeInTheDocument();
    expect(tokenStorage.accessToken()).toBe('a');
  });
});

describe('signed in', () => {
  it('shows the frame with its six entries', async () => {
    signIn();
    renderAt('/projects', <AppRoutes />);
    await heading('Projects');
    const [bar] = screen.getAllByRole('navigation', { name: 'Main' });
    expect(bar).toBeInTheDocument();
    const entries = [...(bar?.querySelectorAll('a') ?? [])].map((entry) => entry.textContent);
    expect(entries).toEqual([
      'Dashboard',
      'Dominator Pipeline',
      'Domination Control',
      'Projects',
      'New Project',
      'Settings',
    ]);
    expect(screen.getByRole('link', { name: 'Skip to main content' })).toHaveAttribute('href', '#main');
  });

  it.each([
    ['/login?returnTo=%2Fprojects', '/projects'],
    ['/login?returnTo=https%3A%2F%2Fevil.example', '/settings'],
    ['/register?returnTo=%2Fprojects', '/projects'],
  ])('leads away from %s to %s', async (path, target) => {
    signIn();
    localStorage.setItem('motherlode.intended', '/settings');
    const { at } = renderAt(path, <AppRoutes />);
    await waitFor(() => expect(at()).toBe(target), { timeout: 10_000 });
    expect(localStorage.getItem('motherlode.intended')).toBeNull();
  });

  it('unknown_address_shows_not_found', async () => {
    signIn();
    renderAt('/no/such/page', <AppRoutes />);
    await heading('Page not found');
  });

  it('ends on the landing page after logging out, with nothing left behind', async () => {
    signIn();
    const { at } = renderAt('/projects', <AppRoutes />);
    await heading('Projects');
    await userEvent.click(screen.getByRole('button', { name: /Ada North/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await heading(/find the keywords that grow your revenue/i);
    expect(at()).toBe('/');
    for (const key of [
      'accessToken',
      'token',
      'refreshToken',
      'tempUserData',
      'motherlode.intended',
      'motherlode.user',
    ]) {
      expect(localStorage.getItem(key)).toBeNull();
    }
  });

  it('takes the screens away before the server ends the session', async () => {
    signIn();
    let isShown: boolean | null = null;
    server.use(
      http.post('/api/auth/logout', () => {
        isShown = screen.queryByRole('heading', { level: 1, name: 'Projects' }) !== null;
        return HttpResponse.json({ success: true });
      }),
    );
    const { at } = renderAt('/projects', <AppRoutes />);
    await heading('Projects');
    await userEvent.click(screen.getByRole('button', { name: /Ada North/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(at()).toBe('/'));
    expect(isShown).toBe(false);
  });

  it('signs out here even when the server refuses', async () => {
    signIn();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.use(http.post('/api/auth/logout', () => problem(500, 'broken')));
    const { at } = renderAt('/projects', <AppRoutes />);
    await heading('Projects');
    await userEvent.click(screen.getByRole('button', { name: /Ada North/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    expect((await screen.findAllByText('Failed to logout')).length).toBeGreaterThan(0);
    await waitFor(() => expect(at()).toBe('/'));
    expect(tokenStorage.accessToken()).toBeNull();
  });

  it('goes to the login with the way back when the session ends in the middle of work', async () => {
    signIn();
    server.use(
      http.get('/api/websites', () => problem(401, 'Not authenticated')),
      http.post('/api/auth/refresh', () => problem(401, 'gone')),
    );
    const { at } = renderAt('/projects', <AppRoutes />);
    await heading('Welcome back');
    expect(at()).toBe('/login?returnTo=%2Fprojects');
  });
});

describe('onboarding', () => {
  it('is the only page until it is done, and the wanted page is remembered', async () => {
    signIn();
    needOnboarding();
    const { at } = renderAt('/projects', <AppRoutes />);
    await heading(/Welcome, Ada/);
    expect(at()).toBe('/onboarding');
    expect(localStorage.getItem('motherlode.intended')).toBe('/projects');
  });

  it('leads to the wanted page once it is done', async () => {
    signIn();
    needOnboarding();
    server.use(
      http.post('/api/user/onboarding/complete', () =>
        HttpResponse.json({ success: true, data: { needsOnboarding: false } }),
      ),
    );
    const { at } = renderAt('/projects', <AppRoutes />);
    await heading(/Welcome, Ada/);
    await userEvent.click(screen.getByRole('button', { name: 'Skip for now' }));
    await heading('Projects');
    expect(at()).toBe('/projects');
  });

  it('lets everybody in when the check fails', async () => {
    signIn();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.use(http.get('/api/user/onboarding-status', () => problem(500, 'broken')));
    renderAt('/projects', <AppRoutes />);
    await heading('Projects');
  });

  it('keeps the screen when the server is back after a start without it', async () => {
    signIn();
    localStorage.setItem('motherlode.user', JSON.stringify(aUser()));
    let isThere = false;
    let checks = 0;
    server.use(
      http.get('/api/auth/me', () => (isThere ? HttpResponse.json(signedInAnswer(aUser())) : HttpResponse.error())),
      http.get('/api/user/onboarding-status', () => {
        checks += 1;
        return HttpResponse.json({ success: true, data: { needsOnboarding: false } });
      }),
    );
    setOnline(false);
    renderAt('/projects', <AppRoutes />);
    const shown = await heading('Projects');
    expect(screen.getByText(/Changes cannot be saved/)).toBeInTheDocument();
    isThere = true;
    setOnline(true);
    await waitFor(() => expect(screen.queryByText(/Changes cannot be saved/)).not.toBeInTheDocument());
    await waitFor(() => expect(checks).toBe(1));
    expect(shown).toBeInTheDocument();
  });

  it('one_time_link_pages_stay_reachable', async () => {
    signIn();
    needOnboarding();
    const ended = {
      sessions: 0,
      emailChanges: 0,
      links: 0,
      apiKeys: 0,
      assistants: 0,
      members: 0,
      invitations: 0,
      webhooks: 0,
      twoFactor: false,
    };
    server.use(http.post('/api/auth/verify-email', () => ok({ message: 'Verified.', ended })));
    const { at } = renderAt('/verify-email?token=t', <AppRoutes />);
    await heading('Email address verified');
    expect(at()).toBe('/verify-email?token=t');
  });
});
