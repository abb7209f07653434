import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { AuthAnswer, ServerConfig, User } from '@/api/types';

/** A user as the server answers one. */
export function aUser(change: Partial<User> = {}): User {
  return {
    id: 'u1',
    email: 'ada@example.com',
    name: 'Ada North',
    firstName: 'Ada',
    lastName: 'North',
    role: 'free',
    profileImageUrl: null,
    ...change,
  };
}

/** The answer of a sign-in. */
export function signedInAnswer(user: User = aUser(), accessToken = 'access-1'): AuthAnswer {
  const tokens = { accessToken, refreshToken: `refresh-of-${accessToken}` };
  return { success: true, data: { user, tokens, token: accessToken }, user };
}

/** A problem document. */
export function problem(status: number, message: string, errors: { pointer: string; detail: string }[] = []) {
  return HttpResponse.json(
    { success: false, status, title: message, detail: message, error: message, message, errors, requestId: 'r1' },
    { status },
  );
}

const CONFIG: ServerConfig = {
  wsUrl: '',
  livePort: null,
  version: '0.0.0',
  googleSignIn: false,
  mode: 'embedded',
  setupCodeRequired: false,
};

/** Answers that most tests need; a test overrides what it is about with `server.use`. */
export const server = setupServer(
  http.get('/config.json', () => HttpResponse.json(CONFIG)),
  // Asked once a call got no answer.
  http.get('/healthz', () => HttpResponse.json({ status: 'ok' })),
  http.get('/api/auth/session', () => HttpResponse.json({ success: false, user: null })),
  http.get('/api/user/onboarding-status', () => HttpResponse.json({ success: true, data: { needsOnboarding: false } })),
  http.get('/api/notifications', () =>
    HttpResponse.json({ success: true, notifications: [], nextCursor: null, unread: 0 }),
  ),
);

export { CONFIG };
