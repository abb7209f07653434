import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { useTheme } from '@/lib/theme';
import { renderAt } from '@/testing/render';
import { aUser, server, signedInAnswer } from '@/testing/server';
import { useAuth } from './use-auth';

function SignIn() {
  const { login } = useAuth();
  return (
    <button type="button" onClick={() => void login('ada@example.com', 'correct horse')}>
      Sign in
    </button>
  );
}

it('sign_in_takes_the_theme_mode_from_the_account', async () => {
  useTheme.setState({ mode: 'dark' });
  const user = aUser({ preferences: { theme: 'light' } });
  server.use(http.post('/api/auth/login', () => HttpResponse.json(signedInAnswer(user))));
  renderAt('/login', <SignIn />);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(useTheme.getState().mode).toBe('light'));
});
