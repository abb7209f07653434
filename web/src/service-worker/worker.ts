/**
 * The service worker: starts the application offline, and serves the last responses of the server with their time. It
 * never caches responses of the sign-in, and deletes all data on sign-out and on a change of the workspace.
 */
import { CACHED_AT, DATA_CACHE, isRetainable, keptAs, planFor, SHELL_PREFIX } from './cache-plan';

/** Put in by the build: paths of this version's files, and a name that changes with any of them. */
declare const __SHELL__: readonly string[];
declare const __VERSION__: string;

interface WaitingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface RequestEvent extends WaitingEvent {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
}

interface WorkerScope {
  location: Location;
  clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'fetch', listener: (event: RequestEvent) => void) => void) &
    ((type: 'install' | 'activate', listener: (event: WaitingEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent & WaitingEvent) => void) => void);
}

const scope = self as unknown as WorkerScope;
const SHELL_CACHE = `${SHELL_PREFIX}${__VERSION__}`;
const SHELL = new Set(__SHELL__);
const PAGE = '/index.html';

/** Increases when the data is deleted: responses to earlier requests are not cached. */
let generation = 0;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => {
  const type = (event.data as { type?: string } | null)?.type;
  if (type === 'SKIP_WAITING') event.waitUntil(scope.skipWaiting());
  if (type === 'CLEAR_DATA') event.waitUntil(forget());
});
scope.addEventListener('fetch', (event) => {
  const plan = planFor(event.request, scope.location.origin, SHELL);
  if (plan === 'page') event.respondWith(page(event.request));
  if (plan === 'shell') event.respondWith(shell(event.request));
  if (plan === 'data') event.respondWith(data(event.request));
});

async function install(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  await Promise.all(__SHELL__.map((path) => keepFile(cache, path)));
}

/** A file with a hash in its name is copied from the previous version, if available. */
async function keepFile(cache: Cache, path: string): Promise<void> {
  const known = path.startsWith('/assets/') ? await caches.match(path) : undefined;
  const response = known ?? (await fetch(path, { cache: 'reload' }));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  await cache.put(path, response);
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX) && name !== SHELL_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function forget(): Promise<void> {
  generation += 1;
  await caches.delete(DATA_CACHE);
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: SHELL_CACHE });
    if (kept) return kept;
    throw error;
  }
}

async function shell(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  return (await caches.match(pathname, { cacheName: SHELL_CACHE })) ?? fetch(request);
}

async function data(request: Request): Promise<Response> {
  const asked = generation;
  try {
    const response = await fetch(request);
    if (isRetainable(response)) await keepAnswer(request, response.clone(), asked);
    return response;
  } catch (error) {
    const kept = await caches.match(keptAs(request), { cacheName: DATA_CACHE, ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

async function keepAnswer(request: Request, response: Response, asked: number): Promise<void> {
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT, new Date().toISOString());
  const copy = new Response(await response.blob(), { status: response.status, headers });
  const cache = await caches.open(DATA_CACHE);
  if (asked === generation) await cache.put(keptAs(request), copy);
  // The user signed out or changed the workspace during the write: the response must not remain.
  if (asked !== generation) await caches.delete(DATA_CACHE);
}
