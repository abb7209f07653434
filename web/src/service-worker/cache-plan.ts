/** What the service worker does with a request. No worker API in here, so that tests need none. */

export const SHELL_PREFIX = 'motherlode-shell-';
export const DATA_CACHE = 'motherlode-data';
/** Header of an answer from the cache: when the server gave it. */
export const CACHED_AT = 'x-motherlode-cached-at';
/** Header by which a call names its workspace. */
const WORKSPACE_HEADER = 'x-workspace-id';
/** Answers larger than this are not kept. */
export const DATA_LIMIT_BYTES = 2_000_000;

export type Plan =
  /** Left to the browser. */
  | 'pass'
  /** From the network, else the application's page from the cache. */
  | 'page'
  /** From the cache, else from the network: its name holds a hash of its content, or it is part of this version. */
  | 'shell'
  /** From the network, and a copy is kept; without a network the copy. */
  | 'data';

/** Calls whose answers must never lie on a disk, or are useless there. */
const NEVER_KEPT = [
  '/api/auth/',
  '/api/login',
  '/api/logout',
  '/api/admin/',
  '/api/user/api-keys',
  '/api/user/export',
  '/api/docs',
  '/api/openapi.json',
];

function isKept(pathname: string): boolean {
  const isExport = pathname.endsWith('/export');
  return !isExport && !NEVER_KEPT.some((path) => pathname === path || pathname.startsWith(path));
}

export interface WorkerRequest {
  method: string;
  url: string;
  mode: string;
  headers: { get: (name: string) => string | null };
}

/** `shell` holds the paths of this version's files. */
export function planFor(request: WorkerRequest, origin: string, shell: ReadonlySet<string>): Plan {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin || request.headers.get('range')) return 'pass';
  const { pathname } = url;
  if (pathname === '/config.json') return 'data';
  if (pathname.startsWith('/api/')) return isKept(pathname) ? 'data' : 'pass';
  if (shell.has(pathname)) return 'shell';
  return request.mode === 'navigate' && !hasFileName(pathname) ? 'page' : 'pass';
}

function hasFileName(pathname: string): boolean {
  return pathname.startsWith('/socket.io') || (pathname.split('/').at(-1) ?? '').includes('.');
}

/**
 * Under which address an answer is kept. One address answers differently in each workspace, and two tabs may work in two:
 * the workspace that a call's header names is written into it, by the parameter that means the same to the server.
 */
export function keptAs({ url, headers }: Pick<WorkerRequest, 'url' | 'headers'>): string {
  const workspaceId = headers.get(WORKSPACE_HEADER);
  if (!workspaceId) return url;
  const address = new URL(url);
  address.searchParams.set('workspaceId', workspaceId);
  return address.href;
}

/** Whether an answer of a call is kept for a time without network. */
export function isRetainable(response: { ok: boolean; headers: { get: (name: string) => string | null } }): boolean {
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return response.ok && isJson && Number(response.headers.get('content-length') ?? 0) <= DATA_LIMIT_BYTES;
}
