import { HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { Schemas, ServerConfig } from '@/api/types';
import { http, problem } from './http';

/** A user as returned by the server. */
export function aUser(change: Partial<Schemas['User']> = {}): Schemas['User'] {
  return {
    id: 'u1',
    email: 'ada@example.com',
    name: 'Ada North',
    firstName: 'Ada',
    lastName: 'North',
    company: null,
    role: 'free',
    profileImageUrl: null,
    avatar: null,
    preferences: {},
    stats: { insights: 0, leads: null, opportunities: 0, revenueCents: null, runs: 0, sites: 0, streakDays: 0 },
    emailVerified: true,
    createdAt: '2026-08-01T10:00:00Z',
    subscription: { plan: 'trial', trialEndsAt: null },
    workspaces: [],
    ...change,
  };
}

/** Response of a sign-in. */
export function signedInAnswer(user = aUser(), accessToken = 'access-1'): Schemas['SignedIn'] {
  const tokens = { accessToken, refreshToken: `refresh-of-${accessToken}` };
  return { success: true, message: 'Signed in.', data: { user, tokens, token: accessToken }, user };
}

const CONFIG: ServerConfig = {
  wsUrl: '',
  livePort: null,
  version: '0.0.0',
  googleSignIn: false,
  mode: 'embedded',
  setupCodeRequired: false,
  registration: 'open',
};

export const HEALTHY: Schemas['Health'] = { success: true, status: 'ok', version: '0.0.0' };

/** Default responses for tests; a test overrides them with `server.use`. */
export const server = setupServer(
  http.get('/config.json', () => HttpResponse.json(CONFIG)),
  // Requested after a call without a response.
  http.get('/healthz', () => HttpResponse.json(HEALTHY)),
  http.get('/api/auth/session', () => problem(401, 'Not authenticated')),
  http.get('/api/user/onboarding-status', () => HttpResponse.json({ success: true, data: { needsOnboarding: false } })),
  http.get('/api/notifications', () =>
    HttpResponse.json({ success: true, notifications: [], nextCursor: null, unread: 0 }),
  ),
);

export { CONFIG, problem };
