import { takeEarlyQuestion } from '@/lib/session/early-question';
import { auth } from '@/lib/strings';
import { answer, client } from './client';
import { ApiError } from './errors';
import { transport } from './transport';
import type { AuthAnswer, Schemas, User } from './types';

/** Sends without renewing the session. */
const once = transport({ renew: false });
const signIn = transport({ renew: false, fallback: auth.loginFallback });

export type RegisterInput = Schemas['Registration'];

/** Returns the user of a response from any of its places. */
export function userOf(answer: AuthAnswer): User | null {
  return answer.data?.user ?? answer.user ?? null;
}

export function tokensOf(answer: AuthAnswer): { accessToken: string; refreshToken?: string } | null {
  const accessToken = answer.data?.tokens?.accessToken ?? answer.data?.token;
  return accessToken ? { accessToken, refreshToken: answer.data?.tokens?.refreshToken } : null;
}

/** Returns the challenge of the second factor; null without one. */
export function challengeOf(answer: AuthAnswer): string | null {
  return answer.data?.mfaRequired ? (answer.data.challenge ?? null) : null;
}

export const authApi = {
  async login(email: string, password: string, fallback: string): Promise<AuthAnswer> {
    try {
      return await answer(
        client.POST('/api/auth/login', { body: { email, password }, fetch: transport({ renew: false, fallback }) }),
      );
    } catch (error) {
      const isWordless = error instanceof ApiError && error.status === 401 && error.message === fallback;
      throw isWordless ? new ApiError(auth.invalidCredentials, 401, error.problem) : error;
    }
  },
  register: (body: RegisterInput, fallback: string): Promise<AuthAnswer> =>
    answer(client.POST('/api/auth/register', { body, fetch: transport({ renew: false, fallback }) })),
  me: (): Promise<AuthAnswer> => answer(client.GET('/api/auth/me')),
  session: (): Promise<AuthAnswer> =>
    answer(client.GET('/api/auth/session', { fetch: transport({ renew: false, sent: takeEarlyQuestion() }) })),
  resendVerification: (email: string, fallback: string) =>
    answer(
      client.POST('/api/auth/resend-verification', { body: { email }, fetch: transport({ renew: false, fallback }) }),
    ),
  /** Responds the same for known and unknown addresses. */
  forgotPassword: (email: string) => answer(client.POST('/api/auth/forgot-password', { body: { email }, fetch: once })),
  resetPassword: (token: string, password: string) =>
    answer(client.POST('/api/auth/reset-password', { body: { token, password }, fetch: once })),
  verifyEmail: (token: string) => answer(client.POST('/api/auth/verify-email', { body: { token }, fetch: once })),
  undoEmailChange: (token: string) =>
    answer(client.POST('/api/auth/undo-email-change', { body: { token }, fetch: once })),
  /** Exchanges the one-time code of an external sign-in for a session. */
  exchange: (code: string): Promise<AuthAnswer> =>
    answer(client.POST('/api/auth/oauth/exchange', { body: { code }, fetch: signIn })),
  /** Second step of a sign-in: six digits of the authenticator, or a recovery code. */
  secondFactor: (challenge: string, code: string): Promise<AuthAnswer> =>
    answer(client.POST('/api/auth/mfa', { body: { challenge, code }, fetch: signIn })),
  /** Ends the session on the server; the second call clears the cookie and may fail in silence. */
  async logout(): Promise<void> {
    try {
      await answer(client.POST('/api/auth/logout', { fetch: once }));
    } finally {
      await fetch('/api/logout', { credentials: 'include' }).catch(() => null);
    }
  },
};
