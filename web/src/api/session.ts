import { tokenStorage } from '@/lib/session/token-storage';
import { auth } from '@/lib/strings';
import { inTime } from './deadline';
import { ApiError, NetworkError, SessionEndedError } from './errors';
import type { AuthAnswer } from './types';

const LOCK = 'motherlode.refresh';
const CHANNEL = 'motherlode.session';

/** Messages between the tabs of one browser. */
export type SessionMessage = { type: 'renewed' } | { type: 'signed-in' } | { type: 'signed-out' };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
const listeners = new Set<(message: SessionMessage) => void>();

if (channel) {
  channel.onmessage = (event: MessageEvent<SessionMessage>) => {
    for (const listener of listeners) listener(event.data);
  };
}

/** Subscribes to other tabs and to renewals of this one. Returns the function to unsubscribe. */
export function onSessionMessage(listener: (message: SessionMessage) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyOtherTabs(message: SessionMessage): void {
  channel?.postMessage(message);
}

let inFlight: Promise<string> | null = null;

/**
 * Gets a new access token, once for all callers of all tabs. A caller with a refused token that is no longer stored
 * gets the newer token without a call.
 *
 * @param refused the access token that the server rejected
 * @throws SessionEndedError if the session cannot be renewed; the tokens are cleared then
 * @throws NetworkError if the server does not respond; the tokens are kept
 */
export function renewSession(refused: string | null): Promise<string> {
  inFlight ??= withLock(() => renewUnlessNewer(refused)).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

function withLock(work: () => Promise<string>): Promise<string> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  return navigator.locks.request(LOCK, work) as Promise<string>;
}

async function renewUnlessNewer(refused: string | null): Promise<string> {
  const current = tokenStorage.accessToken();
  if (current && current !== refused) return current;
  const refreshToken = tokenStorage.refreshToken();
  if (!refreshToken) throw endSession(auth.noRefreshToken);
  const token = await askForToken(refreshToken);
  for (const listener of listeners) listener({ type: 'renewed' });
  notifyOtherTabs({ type: 'renewed' });
  return token;
}

async function askForToken(refreshToken: string): Promise<string> {
  const response = await post('/api/auth/refresh', { refreshToken });
  const answer = (await response.json().catch(() => null)) as AuthAnswer | null;
  const accessToken = answer?.data?.tokens?.accessToken ?? answer?.data?.token;
  if (response.ok && answer?.success && accessToken) {
    tokenStorage.save({ accessToken, refreshToken: answer.data?.tokens?.refreshToken });
    return accessToken;
  }
  if (response.status >= 500 || response.status === 429) throw new ApiError(auth.refreshFailed, response.status);
  throw endSession(auth.refreshFailed);
}

async function post(path: string, body: unknown): Promise<Response> {
  try {
    const request = new Request(new URL(path, globalThis.location.origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      credentials: 'include',
      body: JSON.stringify(body),
    });
    return await inTime(request, fetch);
  } catch (error) {
    throw error instanceof NetworkError ? error : new NetworkError(error);
  }
}

function endSession(reason: string): SessionEndedError {
  tokenStorage.clear();
  return new SessionEndedError(reason);
}
