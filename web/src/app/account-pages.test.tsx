import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { tokenStorage } from '@/lib/session/token-storage';
import { type Answer, http, type Known, ok } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { aUser, CONFIG, problem, server, signedInAnswer } from '@/testing/server';
import { AppRoutes } from './routes';

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

/** Mocks a call and records its bodies. */
function answering<const Path extends string>(
  path: Path & Known<Path>,
  answer: () => Answer<Path, 'post'> = () => ok({ message: 'Done.' }) as never,
): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.raw.post(path, async ({ request }) => {
      bodies.push(await request.json());
      return answer() as never;
    }),
  );
  return bodies;
}

function hub() {
  server.use(
    http.get('/api/auth/me', () => HttpResponse.json(signedInAnswer(aUser()))),
    http.get('/api/websites', () => HttpResponse.json({ success: true, websites: [] })),
  );
}

describe('forgot password', () => {
  it('forgot_password_gives_the_same_answer_for_every_address', async () => {
    const bodies = answering('/api/auth/forgot-password');
    renderAt('/forgot-password', <AppRoutes />);
    await heading('Forgot your password?');
    await userEvent.type(screen.getByLabelText('Email Address'), 'nobody@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(/If an account exists for/)).toBeInTheDocument();
    expect(bodies).toEqual([{ email: 'nobody@example.com' }]);
    expect(screen.getByRole('button', { name: /Send again in \d+ s/ })).toBeDisabled();
  });

  it('forgot_password_keeps_the_address_after_a_refusal', async () => {
    answering('/api/auth/forgot-password', () => problem(429, 'Too many tries. Wait a minute.'));
    renderAt('/forgot-password', <AppRoutes />);
    await heading('Forgot your password?');
    await userEvent.type(screen.getByLabelText('Email Address'), 'ada@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries');
    expect(screen.getByLabelText('Email Address')).toHaveValue('ada@example.com');
  });
});

describe('reset password', () => {
  async function reset(password: string, confirm: string) {
    renderAt('/reset-password?token=t1', <AppRoutes />);
    await heading('Set a new password');
    await userEvent.type(screen.getByLabelText('New password'), password);
    await userEvent.type(screen.getByLabelText('Confirm Password'), confirm);
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  }

  it('sends the token and the password', async () => {
    const bodies = answering('/api/auth/reset-password');
    await reset('a new secret', 'a new secret');
    await heading('Password saved');
    expect(bodies).toEqual([{ token: 't1', password: 'a new secret' }]);
  });

  it('password_reset_reports_what_it_ended', async () => {
    const message = 'Password changed. This ended: 2 sessions, 1 pending change of the email address.';
    answering('/api/auth/reset-password', () => ok({ message }) as never);
    await reset('a new secret', 'a new secret');
    await heading('Password saved');
    expect(screen.getByRole('status')).toHaveTextContent(message);
  });

  it('asks for equal passwords before it asks for longer ones', async () => {
    await reset('one', 'two');
    expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match');
  });

  it('asks for eight characters', async () => {
    await reset('short', 'short');
    expect(await screen.findByRole('alert')).toHaveTextContent('Password must be at least 8 characters long');
  });

  it('offers a new link when this one is used up', async () => {
    answering('/api/auth/reset-password', () => problem(410, 'This link is no longer valid'));
    await reset('a new secret', 'a new secret');
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid');
    expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password');
  });

  it('address_without_a_token_is_shown_as_incomplete', async () => {
    renderAt('/reset-password', <AppRoutes />);
    expect(await screen.findByText(/This link is incomplete/)).toBeInTheDocument();
  });
});

describe('undo a change of the address', () => {
  it('restores_the_address_only_on_request_and_reports_it', async () => {
    const bodies = answering(
      '/api/auth/undo-email-change',
      () => ok({ message: 'Your email address is restored.' }) as never,
    );
    renderAt('/undo-email-change?token=t5', <AppRoutes />);
    const button = await screen.findByRole('button', { name: 'Restore address' });
    expect(bodies).toEqual([]);
    await userEvent.click(button);
    await heading('Email address restored');
    expect(screen.getByRole('status')).toHaveTextContent('Your email address is restored.');
    expect(bodies).toEqual([{ token: 't5' }]);
  });

  it('link_that_is_used_up_is_reported', async () => {
    answering('/api/auth/undo-email-change', () => problem(422, 'This link is no longer valid'));
    renderAt('/undo-email-change?token=t6', <AppRoutes />);
    await userEvent.click(await screen.findByRole('button', { name: 'Restore address' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid');
  });
});

describe('unsubscribe from a digest', () => {
  it('subscription_ends_only_on_request', async () => {
    const tokens: (string | null)[] = [];
    server.use(
      http.raw.post('/api/ranks/digest/unsubscribe', ({ request }) => {
        tokens.push(new URL(request.url).searchParams.get('token'));
        return ok({ message: 'You no longer get these emails.' }) as never;
      }),
    );
    renderAt('/unsubscribe?token=t7', <AppRoutes />);
    const button = await screen.findByRole('button', { name: 'Unsubscribe' });
    expect(tokens).toEqual([]);
    await userEvent.click(button);
    await heading('Unsubscribed');
    expect(screen.getByRole('status')).toHaveTextContent('You no longer get these emails.');
    expect(tokens).toEqual(['t7']);
  });
});

describe('verify email', () => {
  it('verifies at once, and only once', async () => {
    const bodies = answering('/api/auth/verify-email');
    renderAt('/verify-email?token=t2', <AppRoutes />);
    await heading('Email address verified');
    expect(bodies).toEqual([{ token: 't2' }]);
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/login');
  });

  it('verification_reports_what_it_ended', async () => {
    answering('/api/auth/verify-email', () => ok({ message: 'Verified. This ended: 1 API key.' }) as never);
    renderAt('/verify-email?token=t2', <AppRoutes />);
    await heading('Email address verified');
    expect(screen.getByRole('status')).toHaveTextContent('This ended: 1 API key.');
  });

  it('change_of_the_address_asks_for_a_sign_in_and_returns_to_the_link', async () => {
    answering('/api/auth/verify-email', () => problem(403, 'Sign in to the account whose address changes'));
    renderAt('/verify-email?token=t4', <AppRoutes />);
    await heading('Sign in to confirm the address');
    expect(screen.getByText('Sign in to the account whose address changes')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/login?returnTo=%2Fverify-email%3Ftoken%3Dt4',
    );
  });

  it('offers another mail when the link is old', async () => {
    answering('/api/auth/verify-email', () => problem(410, 'This link is no longer valid'));
    const asked = answering('/api/auth/resend-verification');
    renderAt('/verify-email?token=t3', <AppRoutes />);
    await heading('This link is invalid or expired');
    expect(screen.getByRole('alert')).toHaveTextContent('This link is no longer valid');
    await userEvent.type(screen.getByLabelText('Email Address'), 'ada@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
    await waitFor(() => expect(asked).toEqual([{ email: 'ada@example.com' }]));
  });
});

describe('the way back from an external sign-in', () => {
  it('enters by the code, wipes it, and goes where the user wanted', async () => {
    hub();
    localStorage.setItem('motherlode.intended', '/projects');
    const bodies = answering('/api/auth/oauth/exchange', () => HttpResponse.json(signedInAnswer()));
    const { at } = renderAt('/oauth/callback?code=one-time', <AppRoutes />);
    await heading('Projects');
    expect(bodies).toEqual([{ code: 'one-time' }]);
    expect(at()).toBe('/projects');
    expect(tokenStorage.accessToken()).toBe('access-1');
    expect(localStorage.getItem('motherlode.intended')).toBeNull();
  });

  it('takes tokens after the hash too', async () => {
    hub();
    localStorage.setItem('motherlode.intended', '/projects');
    renderAt('/oauth/callback#accessToken=a7&refreshToken=r7', <AppRoutes />);
    await heading('Projects');
    expect(tokenStorage.refreshToken()).toBe('r7');
  });

  it('refused_code_shows_the_reason_and_leaves_the_address', async () => {
    answering('/api/auth/oauth/exchange', () => problem(401, 'This code was used already'));
    const { at } = renderAt('/oauth/callback?code=old', <AppRoutes />);
    await heading('Sign-in failed');
    expect(screen.getByRole('alert')).toHaveTextContent('This code was used already');
    await waitFor(() => expect(at()).toBe('/oauth/callback'));
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeInTheDocument();
  });

  it('asks for the second factor where the account wants one', async () => {
    answering('/api/auth/oauth/exchange', () =>
      HttpResponse.json({ success: true, message: 'Enter the code.', data: { mfaRequired: true, challenge: 'c1' } }),
    );
    renderAt('/oauth/callback?code=x', <AppRoutes />);
    expect(await screen.findByLabelText('Code')).toBeInTheDocument();
    expect(tokenStorage.accessToken()).toBeNull();
  });

  it.each([
    ['?error=not_configured', 'Google sign-in is not configured'],
    ['?error=access_denied', 'Sign-in failed'],
    ['?error=The%20sign-in%20was%20cancelled.', 'Sign-in failed'],
    ['', 'Google sign-in is not configured'],
  ])('says what %s means', async (search, title) => {
    renderAt(`/oauth/callback${search}`, <AppRoutes />);
    await heading(title);
  });

  it('callback_without_a_code_is_shown_as_expired', async () => {
    server.use(http.get('/config.json', () => HttpResponse.json({ ...CONFIG, googleSignIn: true })));
    renderAt('/oauth/callback', <AppRoutes />);
    await heading('This sign-in has expired');
  });
});

describe('second step of the login', () => {
  it('asks for the code after the right password, and enters with it', async () => {
    hub();
    answering('/api/auth/login', () =>
      HttpResponse.json({ success: true, message: 'Enter the code.', data: { mfaRequired: true, challenge: 'c9' } }),
    );
    const codes = answering('/api/auth/mfa', () => HttpResponse.json(signedInAnswer()));
    const { at } = renderAt('/login?returnTo=%2Fprojects', <AppRoutes />);
    await heading('Welcome back');
    await userEvent.type(screen.getByLabelText('Email Address'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await userEvent.type(await screen.findByLabelText('Code'), '123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await heading('Projects');
    expect(codes).toEqual([{ challenge: 'c9', code: '123456' }]);
    expect(at()).toBe('/projects');
  });
});

it('the contact form reaches the operator', async () => {
  const bodies = answering('/api/contact');
  renderAt('/contact', <AppRoutes />);
  await heading('Contact');
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await userEvent.type(screen.getByLabelText('Email Address'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Message'), 'Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText(/was sent to the operator/)).toBeInTheDocument();
  expect(bodies).toEqual([{ name: 'Ada', email: 'ada@example.com', message: 'Hello' }]);
});
