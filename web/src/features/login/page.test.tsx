import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { tokenStorage } from '@/lib/session/token-storage';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server, signedInAnswer } from '@/testing/server';
import LoginPage from './page';

const VERIFY = 'Please VERIFY your email before signing in';

async function signIn() {
  renderAt('/login', <LoginPage />);
  await userEvent.type(screen.getByLabelText('Email Address'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

describe('login', () => {
  it('sends the two fields and stores the tokens', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/auth/login', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(signedInAnswer());
      }),
    );
    await signIn();
    await expect.poll(() => tokenStorage.accessToken()).toBe('access-1');
    expect(bodies).toEqual([{ email: 'ada@example.com', password: 'secret' }]);
    expect(tokenStorage.liveToken()).toBe('access-1');
  });

  it.each([
    ['the words of the server', () => problem(401, 'Invalid credentials'), 'Invalid credentials'],
    [
      'its own words when there are none',
      () => HttpResponse.json({ success: false }, { status: 400 }),
      'Login failed. Please check your credentials.',
    ],
    [
      'that the server is broken',
      () => new HttpResponse('oops', { status: 500 }),
      'Server error. Please check that the backend is running on port 3000.',
    ],
    [
      'that there is no connection',
      () => HttpResponse.error(),
      'Cannot connect to server. Please ensure the backend is running on port 3000.',
    ],
    ['a success without a token as a failure', () => HttpResponse.json({ success: true }), 'Login failed'],
  ])('shows %s, and keeps what was typed', async (_what, answer, text) => {
    server.use(http.post('/api/auth/login', answer));
    await signIn();
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Email Address')).toHaveValue('ada@example.com');
    expect(tokenStorage.accessToken()).toBeNull();
  });

  it('shows and hides the password', async () => {
    renderAt('/login', <LoginPage />);
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });

  it('offers the verification mail again, to the typed address, and puts the error away', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/auth/login', () => problem(403, VERIFY)),
      http.post('/api/auth/resend-verification', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ success: true, message: 'ok' });
      }),
    );
    await signIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
    const sent = 'Verification email sent! Please check your email and click the verification link.';
    expect((await screen.findAllByText(sent)).length).toBeGreaterThan(0);
    expect(bodies).toEqual([{ email: 'ada@example.com' }]);
    expect(screen.queryByRole('button', { name: 'Resend Verification Email' })).not.toBeInTheDocument();
    expect(screen.queryByText(VERIFY)).not.toBeInTheDocument();
  });

  it.each([
    ['the words of the server', () => problem(429, 'Too soon'), 'Too soon'],
    [
      'its own words',
      () => HttpResponse.json({ success: false }, { status: 400 }),
      'Failed to send verification email',
    ],
    ['that the network is away', () => HttpResponse.error(), 'Failed to send verification email. Please try again.'],
  ])('a mail that could not be sent shows %s', async (_what, answer, text) => {
    server.use(
      http.post('/api/auth/login', () => problem(403, VERIFY)),
      http.post('/api/auth/resend-verification', answer),
    );
    await signIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Resend Verification Email' })).toBeEnabled();
  });
});
