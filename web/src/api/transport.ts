import { sawFreshAnswer, sawKeptAnswer, sawNoAnswer } from '@/lib/offline';
import { tokenStorage } from '@/lib/session/token-storage';
import { chosenWorkspace, workspaceHeaders } from '@/lib/session/workspace';
import { inTime } from './deadline';
import { ApiError, NetworkError, nonJsonText, type Problem, SessionEndedError, TimeoutError } from './errors';
import { failureOf } from './failure-texts';
import { renewSession } from './session';
import { noteRefusal } from './workspace-lost';

/** Options of a call. */
export interface TransportSettings {
  /** Text without a message of the server. */
  fallback?: string;
  /** False for calls that must not renew the session, such as the login itself. */
  renew?: boolean;
  /** Response of the same call if already sent, so that it is not sent again. */
  sent?: Promise<Response> | undefined;
}

/** Header of a cached response with the time of the original response. */
const CACHED_AT = 'x-motherlode-cached-at';

let onSessionEnd: () => void = () => {};

/** Registers the handler for a session that ends during use (one listener: the auth provider). */
export function setSessionEndHandler(handler: () => void): void {
  onSessionEnd = handler;
}

const successListeners = new Set<() => void>();

/** Calls `listener` after each successful call. Returns the function to unsubscribe. */
export function onCallSucceeded(listener: () => void): () => void {
  successListeners.add(listener);
  return () => successListeners.delete(listener);
}

/** User and workspace of a call, unchanged on its retry. */
export interface Sender {
  token: string | null;
  workspaceId: string | null;
}

export function sender(): Sender {
  return { token: tokenStorage.accessToken(), workspaceId: chosenWorkspace() };
}

export function sessionHeaders({ token, workspaceId }: Sender): Record<string, string> {
  return { ...workspaceHeaders(workspaceId), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

/**
 * Returns a `fetch` that sends the session's token, renews the session once after a 401, and throws ApiError or
 * NetworkError for other responses.
 */
export function transport(settings: TransportSettings = {}): (request: Request) => Promise<Response> {
  return async (request) => {
    const from = sender();
    const { pathname } = new URL(request.url);
    return inTime(request, async (limited) => {
      const response = await sendRenewing(limited, settings, from);
      return read(response, settings.fallback ?? failureOf(limited.method, pathname), pathname, from);
    });
  };
}

async function send(request: Request, from: Sender, sent?: Promise<Response>): Promise<Response> {
  const attempt = request.clone();
  attempt.headers.set('Accept', 'application/json');
  for (const [name, value] of Object.entries(sessionHeaders(from))) attempt.headers.set(name, value);
  try {
    return await (sent ?? fetch(attempt));
  } catch (error) {
    throw withoutAnswer(error);
  }
}

/** The error of a call whose answer did not come, or not whole: given up by its caller, or cut off by the network. */
function withoutAnswer(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  if (error instanceof TimeoutError) return error;
  sawNoAnswer();
  return new NetworkError(error);
}

/** Records the age of responses cached by the service worker; others are fresh. */
function noteAge(response: Response): void {
  const cachedAt = response.headers.get(CACHED_AT);
  if (cachedAt) sawKeptAnswer(cachedAt);
  else sawFreshAnswer();
}

async function sendRenewing(request: Request, settings: TransportSettings, from: Sender): Promise<Response> {
  const response = await send(request, from, settings.sent);
  noteAge(response);
  if (response.status !== 401 || settings.renew === false) return response;
  const token = await renewOrEnd(from.token);
  const replay = await send(request, { ...from, token });
  if (replay.status === 401) endSession();
  return replay;
}

/** Renews the session; ends it when that is refused. */
export async function renewOrEnd(token: string | null): Promise<string> {
  try {
    return await renewSession(token);
  } catch (error) {
    if (error instanceof SessionEndedError) endSession();
    throw error;
  }
}

function endSession(): void {
  tokenStorage.clear();
  onSessionEnd();
}

/** A response with an already parsed body. */
class ParsedResponse extends Response {
  readonly parsed: unknown;

  constructor({ status, statusText, headers }: Response, parsed: unknown) {
    super(null, { status, statusText, headers: { ...Object.fromEntries(headers), 'content-length': '1' } });
    this.parsed = parsed;
  }

  override json(): Promise<unknown> {
    return Promise.resolve(this.parsed);
  }
}

/** Reads a success; throws ApiError for an error status and for bodies that are not JSON, NetworkError for a part of a body. */
export async function read(response: Response, fallback: string, path: string, from: Sender): Promise<Response> {
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  if (!isJson) {
    if (response.status === 204) return response;
    throw new ApiError(nonJsonText(response.status, response.statusText), response.status);
  }
  const body = (await response.json().catch((error) => {
    if (error instanceof SyntaxError) return null;
    throw withoutAnswer(error);
  })) as (Problem & { success?: boolean }) | null;
  if (response.ok && body && body.success !== false) {
    if (!response.headers.has(CACHED_AT)) for (const listener of successListeners) listener();
    return new ParsedResponse(response, body);
  }
  const refused = refusal(response, body ?? {}, fallback);
  noteRefusal(refused, path, from.workspaceId);
  throw refused;
}

function refusal(response: Response, problem: Problem, fallback: string): ApiError {
  const wait = Number(response.headers.get('retry-after'));
  const text = problem.message || problem.error || problem.detail || problem.title || fallback;
  return new ApiError(text, response.status, problem, Number.isFinite(wait) && wait > 0 ? wait : null);
}
