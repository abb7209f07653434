import { failures } from '@/lib/strings';
import { api } from './client';
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

export const authApi = {
  login: (email: string, password: string, fallback: string) =>
    api.post<AuthAnswer>('/api/auth/login', { body: { email, password }, renew: false, fallback }),
  register: (input: RegisterInput, fallback: string) =>
    api.post<AuthAnswer>('/api/auth/register', { body: input, renew: false, fallback }),
  me: () => api.get<AuthAnswer>('/api/auth/me'),
  session: () => api.get<AuthAnswer>('/api/auth/session', { renew: false }),
  resendVerification: (email: string, fallback: string) =>
    api.post<{ message?: string }>('/api/auth/resend-verification', { body: { email }, renew: false, fallback }),
  /** Ends the session on the server; the second call clears the cookie and may fail in silence. */
  async logout(): Promise<void> {
    try {
      await api.post('/api/auth/logout', { renew: false, fallback: failures.logout });
    } finally {
      await fetch('/api/logout', { credentials: 'include' }).catch(() => null);
    }
  },
};
