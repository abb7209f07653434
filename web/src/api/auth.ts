import { takeEarlyQuestion } from '@/lib/session/early-question';
import { auth, failures } from '@/lib/strings';
import { api } from './client';
import { ApiError } from './errors';
import type { AuthAnswer, User } from './types';

export interface RegisterInput {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  company?: string;
  /** Needed for the first account of an installation that others can reach. */
  setupCode?: string;
}

/** The user of an answer, wherever it stands. */
export function userOf(answer: AuthAnswer): User | null {
  return answer.data?.user ?? answer.user ?? null;
}

export function tokensOf(answer: AuthAnswer): { accessToken: string; refreshToken?: string } | null {
  const accessToken = answer.data?.tokens?.accessToken ?? answer.data?.token;
  return accessToken ? { accessToken, refreshToken: answer.data?.tokens?.refreshToken } : null;
}

/** The attempt that waits for a second factor; null when none is asked for. */
export function challengeOf(answer: AuthAnswer): string | null {
  return answer.data?.mfaRequired ? (answer.data.challenge ?? null) : null;
}

type Told = { message?: string };

export const authApi = {
  async login(email: string, password: string, fallback: string): Promise<AuthAnswer> {
    try {
      return await api.post<AuthAnswer>('/api/auth/login', { body: { email, password }, renew: false, fallback });
    } catch (error) {
      const isWordless = error instanceof ApiError && error.status === 401 && error.message === fallback;
      throw isWordless ? new ApiError(auth.invalidCredentials, 401, error.problem) : error;
    }
  },
  register: (input: RegisterInput, fallback: string) =>
    api.post<AuthAnswer>('/api/auth/register', { body: input, renew: false, fallback }),
  me: () => api.get<AuthAnswer>('/api/auth/me'),
  session: () => api.get<AuthAnswer>('/api/auth/session', { renew: false, sent: takeEarlyQuestion() }),
  resendVerification: (email: string, fallback: string) =>
    api.post<Told>('/api/auth/resend-verification', { body: { email }, renew: false, fallback }),
  /** Answers alike for known and unknown addresses. */
  forgotPassword: (email: string) => api.post<Told>('/api/auth/forgot-password', { body: { email }, renew: false }),
  resetPassword: (token: string, password: string) =>
    api.post<Told>('/api/auth/reset-password', { body: { token, password }, renew: false }),
  verifyEmail: (token: string) => api.post<Told>('/api/auth/verify-email', { body: { token }, renew: false }),
  /** Turns the one-time code of an external sign-in into a session. */
  exchange: (code: string) =>
    api.post<AuthAnswer>('/api/auth/oauth/exchange', {
      body: { code },
      renew: false,
      fallback: auth.loginFallback,
    }),
  /** Second step of a sign-in: six digits of the authenticator, or a recovery code. */
  secondFactor: (challenge: string, code: string) =>
    api.post<AuthAnswer>('/api/auth/mfa', { body: { challenge, code }, renew: false, fallback: auth.loginFallback }),
  /** Ends the session on the server; the second call clears the cookie and may fail in silence. */
  async logout(): Promise<void> {
    try {
      await api.post('/api/auth/logout', { renew: false, fallback: failures.logout });
    } finally {
      await fetch('/api/logout', { credentials: 'include' }).catch(() => null);
    }
  },
};
