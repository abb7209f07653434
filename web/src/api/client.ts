import createClient from 'openapi-fetch';
import type { PathsWithMethod, ResponseObjectMap, SuccessResponse } from 'openapi-typescript-helpers';
import { failures } from '@/lib/strings';
import { NetworkError } from './errors';
import type { paths } from './schema.gen';
import { read, renewOrEnd, type Sender, sender, sessionHeaders, transport } from './transport';

/** Query string; null, undefined and empty values are omitted. */
function searchOf(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(key, String(value));
  }
  return search.toString();
}

/**
 * HTTP API client typed by the server's OpenAPI document: the compiler checks paths, parameters, bodies and responses.
 * Failures are thrown as ApiError or NetworkError; `answer` returns the body of a success.
 */
export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  credentials: 'include',
  querySerializer: searchOf,
  fetch: transport(),
});

/** Body of a successful call; the transport throws all others. */
export async function answer<Body>(call: Promise<{ data?: Body }>): Promise<Exclude<Body, undefined>> {
  return (await call).data as Exclude<Body, undefined>;
}

type GetPath = PathsWithMethod<paths, 'get'>;
type GetParameters<Path extends GetPath> = paths[Path] extends { get: { parameters: infer Parameters } }
  ? Parameters
  : never;

/** Parameters of the query of a GET call. */
export type QueryOf<Path extends GetPath> = NonNullable<
  GetParameters<Path> extends { query?: infer Query } ? Query : never
>;
type PathOf<Path extends GetPath> = GetParameters<Path> extends { path: infer Parts } ? Parts : undefined;

/** URL of a GET call with its query, for downloads. */
export function addressOf<Path extends GetPath>(
  path: Path,
  ...[parts, query]: PathOf<Path> extends undefined ? [undefined?, QueryOf<Path>?] : [PathOf<Path>, QueryOf<Path>?]
): string {
  const filled = Object.entries(parts ?? {}).reduce<string>(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const search = searchOf(query);
  return search ? `${filled}?${search}` : filled;
}

type PostAnswer<Path extends PathsWithMethod<paths, 'post'>> = paths[Path] extends { post: infer Operation }
  ? Operation extends Record<string | number, unknown>
    ? SuccessResponse<ResponseObjectMap<Operation>>
    : never
  : never;

/**
 * Sends a file and reports how much has gone out (0 to 1). XMLHttpRequest, because fetch does not report uploads.
 * A 401 renews the session and repeats once.
 */
export async function upload<Path extends PathsWithMethod<paths, 'post'>>(
  path: Path,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<PostAnswer<Path>> {
  const from = sender();
  const first = await sendForm(path, form, from, onProgress);
  const response = first.status === 401 ? await sendFormAgain(path, form, from, onProgress) : first;
  return (await read(response, failures.upload, path, from)).json() as Promise<PostAnswer<Path>>;
}

async function sendFormAgain(path: string, form: FormData, from: Sender, onProgress: (share: number) => void) {
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
