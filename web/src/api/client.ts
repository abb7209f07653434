import { sawFreshAnswer, sawKeptAnswer, sawNoAnswer } from '@/lib/offline';
import { tokenStorage } from '@/lib/session/token-storage';
import { chosenWorkspace, workspaceHeaders } from '@/lib/session/workspace';
import { failures } from '@/lib/strings';
import { ApiError, NetworkError, nonJsonText, type Problem, SessionEndedError } from './errors';
import { failureOf } from './failure-texts';
import { renewSession } from './session';
import { noteRefusal } from './workspace-lost';

export type QueryValue = string | number | boolean | null | undefined;

export interface CallOptions {
  query?: Record<string, QueryValue>;
  /** Sent as JSON, or as it stands when it is FormData or a file. */
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Text when the server gives none. */
  fallback?: string;
  /** False for calls that must not renew the session, such as the login itself. */
  renew?: boolean;
  /** The answer of the same call, sent already: nothing is sent anew. */
  sent?: Promise<Response> | undefined;
}

/** Header of an answer that the service worker kept: when the server gave it. */
const CACHED_AT = 'x-motherlode-cached-at';

let onSessionEnd: () => void = () => {};

/** Registers what happens when a session ends in the middle of work (one listener: the auth provider). */
export function setSessionEndHandler(handler: () => void): void {
  onSessionEnd = handler;
}

const successListeners = new Set<() => void>();

/** Hears of each call that the server answered well. Returns the way to stop. */
export function onCallSucceeded(listener: () => void): () => void {
  successListeners.add(listener);
  return () => successListeners.delete(listener);
}

/** Path with its query; null, undefined and empty values are left out. */
export function address(path: string, query: CallOptions['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** As whom a call goes out, and into which workspace: the same at its second try, whatever was chosen meanwhile. */
interface Sender {
  token: string | null;
  workspaceId: string | null;
}

function sender(): Sender {
  return { token: tokenStorage.accessToken(), workspaceId: chosenWorkspace() };
}

function sessionHeaders({ token, workspaceId }: Sender): Record<string, string> {
  return { ...workspaceHeaders(workspaceId), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

async function send(method: string, path: string, options: CallOptions, from: Sender): Promise<Response> {
  const isRaw = options.body instanceof FormData || options.body instanceof Blob;
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers, ...sessionHeaders(from) };
  if (options.body !== undefined && !isRaw) headers['Content-Type'] = 'application/json';
  const body = options.body === undefined ? null : isRaw ? (options.body as BodyInit) : JSON.stringify(options.body);
  try {
    const url = address(path, options.query);
    return await (options.sent ??
      fetch(url, { method, headers, credentials: 'include', body, signal: options.signal ?? null }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    sawNoAnswer();
    throw new NetworkError(error);
  }
}

/** Answers that the service worker kept say since when; others are fresh. */
function noteAge(response: Response): void {
  const cachedAt = response.headers.get(CACHED_AT);
  if (cachedAt) sawKeptAnswer(cachedAt);
  else sawFreshAnswer();
}

/** Sends once; on a 401 renews the session and sends once more. */
async function sendRenewing(method: string, path: string, options: CallOptions, from: Sender): Promise<Response> {
  const response = await send(method, path, options, from);
  noteAge(response);
  if (response.status !== 401 || options.renew === false) return response;
  const token = await renewOrEnd(from.token);
  const replay = await send(method, path, options, { ...from, token });
  if (replay.status === 401) endSession();
  return replay;
}

async function renewOrEnd(token: string | null): Promise<string> {
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

async function parse<T>(response: Response, fallback: string, path: string, from: Sender): Promise<T> {
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  if (!isJson) {
    if (response.status === 204) return undefined as T;
    throw new ApiError(nonJsonText(response.status, response.statusText), response.status);
  }
  const body = (await response.json().catch(() => null)) as (Problem & { success?: boolean }) | null;
  if (response.ok && body && body.success !== false) {
    if (response.headers.has(CACHED_AT)) return body as T;
    for (const listener of successListeners) listener();
    return body as T;
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

/** One call to the server, with the session's token. Answers the parsed body or throws ApiError / NetworkError. */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const from = sender();
  const response = await sendRenewing(method, path, options, from);
  return parse<T>(response, options.fallback ?? failureOf(method, path), path, from);
}

export const api = {
  get: <T>(path: string, options?: CallOptions) => call<T>('GET', path, options),
  post: <T>(path: string, options?: CallOptions) => call<T>('POST', path, options),
  patch: <T>(path: string, options?: CallOptions) => call<T>('PATCH', path, options),
  put: <T>(path: string, options?: CallOptions) => call<T>('PUT', path, options),
  delete: <T>(path: string, options?: CallOptions) => call<T>('DELETE', path, options),
};

/**
 * Sends a file, telling how much has gone out (0 to 1). XMLHttpRequest, because fetch does not report uploads.
 * The session is renewed beforehand by the caller's earlier queries; a 401 here renews and repeats once.
 */
export async function upload<T>(path: string, form: FormData, onProgress: (share: number) => void): Promise<T> {
  const from = sender();
  const first = await sendForm(path, form, from, onProgress);
  const response = first.status === 401 ? await sendFormAnew(path, form, from, onProgress) : first;
  return parse<T>(response, failures.upload, path, from);
}

async function sendFormAnew(path: string, form: FormData, from: Sender, onProgress: (share: number) => void) {
  return sendForm(path, form, { ...from, token: await renewOrEnd(from.token) }, onProgress);
}

function sendForm(path: string, form: FormData, from: Sender, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    request.setRequestHeader('Accept', 'application/json');
    for (const [name, value] of Object.entries(sessionHeaders(from))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onerror = () => reject(new NetworkError());
    request.onload = () => resolve(toResponse(request));
    request.send(form);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['content-type', 'retry-after']) {
    const value = request.getResponseHeader(name);
    if (value) headers.set(name, value);
  }
  const body = request.status === 204 ? null : request.responseText;
  return new Response(body, { status: request.status, statusText: request.statusText, headers });
}
