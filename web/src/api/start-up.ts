import { parseTemporaryUser } from '@/lib/session/temporary-user';
import { cachedUser, tokenStorage } from '@/lib/session/token-storage';
import { authApi, userOf } from './auth';
import { isUnreachable } from './errors';
import type { AuthAnswer, User } from './types';

export type StartResult =
  | { kind: 'user'; user: User; offline: boolean }
  | { kind: 'anonymous' }
  /** No response, and no known user in this browser. Tokens are kept. */
  | { kind: 'unreachable' };

type Attempt = { user: User } | 'refused' | 'unreachable';

/**
 * Determines the signed-in user at start: the temporary record of an external sign-in (no call), else the owner of the
 * stored access token (one renewal on a 401), else the owner of the session cookie. If all fail with responses of the
 * server, the tokens are cleared; without a response the last known user is shown.
 */
export async function resolveStartUser(): Promise<StartResult> {
  const temporary = temporaryUser();
  if (temporary) return { kind: 'user', user: temporary, offline: false };

  const byToken = tokenStorage.accessToken() ? await attempt(authApi.me) : 'refused';
  if (byToken === 'unreachable') return lastKnown();
  if (byToken !== 'refused') return found(byToken.user);

  const byCookie = await attempt(authApi.session);
  if (byCookie === 'unreachable') return lastKnown();
  if (byCookie !== 'refused') return found(byCookie.user);

  tokenStorage.clear();
  return { kind: 'anonymous' };
}

/** Returns the owner of the stored token from the server; null without a response. Replaces the temporary record. */
export async function currentUser(): Promise<User | null> {
  const answer = await attempt(authApi.me);
  if (answer === 'refused' || answer === 'unreachable') return null;
  found(answer.user);
  return answer.user;
}

function temporaryUser(): User | null {
  const record = tokenStorage.temporaryUser();
  if (!record || !tokenStorage.accessToken()) return null;
  try {
    return parseTemporaryUser(record);
  } catch (error) {
    console.error('The temporary sign-in record cannot be read', error);
    return null;
  }
}

async function attempt(ask: () => Promise<AuthAnswer>): Promise<Attempt> {
  try {
    const user = userOf(await ask());
    return user ? { user } : 'refused';
  } catch (error) {
    return isUnreachable(error) ? 'unreachable' : 'refused';
  }
}

function found(user: User): StartResult {
  tokenStorage.dropTemporaryUser();
  cachedUser.write(JSON.stringify(user));
  return { kind: 'user', user, offline: false };
}

/** Returns true if the fields required by every screen exist. */
function isUser(value: unknown): value is User {
  const { id, email, name, firstName, lastName, role } = Object(value);
  return [id, email, name, firstName, lastName, role].every((member) => typeof member === 'string');
}

function lastKnown(): StartResult {
  const text = tokenStorage.accessToken() ? cachedUser.read() : null;
  if (!text) return { kind: 'unreachable' };
  try {
    const user: unknown = JSON.parse(text);
    return isUser(user) ? { kind: 'user', user, offline: true } : { kind: 'unreachable' };
  } catch {
    return { kind: 'unreachable' };
  }
}
