import { auth, failures, timeout } from '@/lib/strings';
import type { Schemas } from './types';

/** An invalid field of a request. `pointer` is a JSON pointer, e.g. "/email". */
export type FieldProblem = Schemas['FieldError'];

/** A problem document; proxies and older servers may omit fields. */
export type Problem = Partial<Schemas['Problem']>;

/** The server responded with an error. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;
  /** Seconds to wait before a retry; null if not given. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, status: number, problem: Problem = {}, retryAfterSeconds: number | null = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Messages by field name: "/email" becomes "email". */
  get fields(): Record<string, string> {
    const entries = (this.problem.errors ?? []).map(({ pointer, detail }) => [pointer.replace(/^\//, ''), detail]);
    return Object.fromEntries(entries);
  }
}

/** No response: the server or the network is unavailable. Never a reason to sign out. */
export class NetworkError extends Error {
  constructor(cause?: unknown, message: string = auth.unreachable) {
    super(message, { cause });
    this.name = 'NetworkError';
  }
}

/** The server took too long. A change may have been saved nevertheless. */
export class TimeoutError extends NetworkError {
  /** Time after which a call is aborted, in milliseconds. Changes get more, because they cannot be repeated safely. */
  readonly afterMs: number;

  constructor(isRead: boolean) {
    super(undefined, isRead ? timeout.read : timeout.change);
    this.name = 'TimeoutError';
    this.afterMs = isRead ? 30_000 : 120_000;
  }
}

/** The session ended and could not be renewed. */
export class SessionEndedError extends ApiError {
  constructor(message: string) {
    super(message, 401);
    this.name = 'SessionEndedError';
  }
}

/**
 * Returns true for responses without information about the session: the server is restarting, overloaded or cut off.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && [429, 502, 503, 504].includes(error.status);
}

export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Text of a failure: the server's message, or `fallback`. */
export function errorText(error: unknown, fallback: string = failures.request): string {
  if (error instanceof ApiError || error instanceof NetworkError) return error.message || fallback;
  return fallback;
}

/** Text for a response that is not JSON. */
export function nonJsonText(status: number, statusText: string): string {
  return status === 500 ? auth.serverDown : `${auth.serverError}${statusText || status}`;
}
