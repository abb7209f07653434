import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { tokenStorage } from '@/lib/session/token-storage';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { CONFIG, problem, server, signedInAnswer } from '@/testing/server';
import RegisterPage from './page';

async function fill(change: Partial<Record<string, string>> = {}) {
  const values = {
    'First Name': 'Ada',
    'Last Name': 'North',
    'Email Address': 'ada@example.com',
    Password: 'longenough',
    'Confirm Password': 'longenough',
    ...change,
  };
  for (const [label, value] of Object.entries(values)) {
    if (value) await userEvent.type(screen.getByLabelText(label), value);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
}

function accept() {
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/auth/register', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(signedInAnswer(), { status: 201 });
    }),
  );
  return bodies;
}

describe('register', () => {
  it('sends the form without the empty optional fields', async () => {
    const bodies = accept();
    renderAt('/register', <RegisterPage />);
    await fill();
    await expect.poll(() => tokenStorage.accessToken()).toBe('access-1');
    expect(bodies).toEqual([{ firstName: 'Ada', lastName: 'North', email: 'ada@example.com', password: 'longenough' }]);
  });

  it.each([
    ['differ and are short', { Password: 'abc', 'Confirm Password': 'abd' }, 'Passwords do not match'],
    ['are short', { Password: 'abc', 'Confirm Password': 'abc' }, 'Password must be at least 8 characters long'],
  ])('refuses passwords that %s', async (_what, change, text) => {
    const bodies = accept();
    renderAt('/register', <RegisterPage />);
    await fill(change);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(bodies).toEqual([]);
  });

  it('compares passwords unchanged', async () => {
    renderAt('/register', <RegisterPage />);
    await fill({ Password: 'longenough', 'Confirm Password': 'longenough ' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match');
  });

  it('registration_shows_refusals_beside_their_fields', async () => {
    server.use(
      http.post('/api/auth/register', () =>
        problem(422, 'Check the form', [{ pointer: '/email', detail: 'Already in use' }]),
      ),
    );
    renderAt('/register', <RegisterPage />);
    await fill();
    expect(await screen.findByRole('alert')).toHaveTextContent('Check the form');
    expect(screen.getByLabelText('Email Address')).toHaveAccessibleDescription('Already in use');
    expect(screen.getByLabelText('First Name')).toHaveValue('Ada');
  });

  it('falls back to its own words', async () => {
    server.use(http.raw.post('/api/auth/register', () => HttpResponse.json({ success: false }, { status: 400 })));
    renderAt('/register', <RegisterPage />);
    await fill();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Registration failed. Please check your connection and try again.',
    );
  });

  it('closed registration replaces the form by the reason', async () => {
    server.use(http.get('/config.json', () => HttpResponse.json({ ...CONFIG, registration: 'closed' })));
    renderAt('/register', <RegisterPage />);
    expect(await screen.findByText('Registration is closed')).toBeVisible();
    expect(screen.queryByLabelText('Email Address')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Account' })).not.toBeInTheDocument();
  });

  it('registration by invitation names the address to use', async () => {
    server.use(http.get('/config.json', () => HttpResponse.json({ ...CONFIG, registration: 'invited' })));
    renderAt('/register', <RegisterPage />);
    expect(await screen.findByText(/Only invited email addresses can register here/)).toBeVisible();
    expect(screen.getByLabelText('Email Address')).toBeVisible();
  });

  it('registration_shows_check_your_email_when_the_address_must_be_verified', async () => {
    const message = 'Open the link that we sent you to finish the registration.';
    server.use(
      http.raw.post('/api/auth/register', () => HttpResponse.json({ success: true, message }, { status: 202 })),
    );
    renderAt('/register?returnTo=%2Finvite%3Ftoken%3Dx', <RegisterPage />);
    await fill();
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent(message);
    expect(screen.getByRole('status')).toHaveTextContent('ada@example.com');
    expect(screen.getByLabelText('Email Address')).toHaveValue('ada@example.com');
    expect(screen.getByRole('link', { name: 'sign in' })).toHaveAttribute(
      'href',
      '/login?returnTo=%2Finvite%3Ftoken%3Dx',
    );
    expect(tokenStorage.accessToken()).toBeNull();
  });

  it('asks for the set-up code when the server wants one', async () => {
    const bodies = accept();
    server.use(http.get('/config.json', () => HttpResponse.json({ ...CONFIG, setupCodeRequired: true })));
    renderAt('/register', <RegisterPage />);
    await userEvent.type(await screen.findByLabelText('Setup code'), 'ABC-123');
    await fill({ 'Company (optional)': 'Northwind' });
    await expect.poll(() => bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({ setupCode: 'ABC-123', company: 'Northwind' });
  });
});
