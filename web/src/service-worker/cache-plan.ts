/** Caching policy of the service worker, without worker APIs, so that tests need none. */

export const SHELL_PREFIX = 'motherlode-shell-';
export const DATA_CACHE = 'motherlode-data';
/** Header of a cached response with the time of the original response. */
export const CACHED_AT = 'x-motherlode-cached-at';
/** Header by which a call names its workspace. */
const WORKSPACE_HEADER = 'x-workspace-id';
/** Maximum size of a cached response. */
export const DATA_LIMIT_BYTES = 2_000_000;

export type Plan =
  /** Left to the browser. */
  | 'pass'
  /** From the network, else the application's page from the cache. */
  | 'page'
  /** From the cache, else from the network: the name contains a hash of its content, or it is part of this version. */
  | 'shell'
  /** From the network, and a copy is kept; without a network the copy. */
  | 'data';

/** Calls with responses that must never be stored, or are useless offline. */
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

/** Sites that this server shows below the application's own address. They are not pages of the application. */
const SITES = /^\/(sites|preview)\//;

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
  if (SITES.test(pathname)) return 'pass';
  if (shell.has(pathname)) return 'shell';
  return request.mode === 'navigate' && !hasFileName(pathname) ? 'page' : 'pass';
}

function hasFileName(pathname: string): boolean {
  return pathname.startsWith('/socket.io') || (pathname.split('/').at(-1) ?? '').includes('.');
}

/**
 * Cache key of a response. The same path has a different response in each workspace, so the workspace header of the call
 * is added to it, as the parameter with the same meaning.
 */
export function keptAs({ url, headers }: Pick<WorkerRequest, 'url' | 'headers'>): string {
  const workspaceId = headers.get(WORKSPACE_HEADER);
  if (!workspaceId) return url;
  const address = new URL(url);
  address.searchParams.set('workspaceId', workspaceId);
  return address.href;
}

/** Whether a response may be cached for offline use. */
export function isRetainable(response: { ok: boolean; headers: { get: (name: string) => string | null } }): boolean {
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return response.ok && isJson && Number(response.headers.get('content-length') ?? 0) <= DATA_LIMIT_BYTES;
}
