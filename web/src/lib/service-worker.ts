import { type BrowserStorage, tabStorage } from './browser-storage';
import { SERVICE_WORKER_PATH } from './constants';

/** Event on the window when a newer version waits. Its detail is the registration. */
export const UPDATE_EVENT = 'swUpdate';

const DATA_CACHE = 'motherlode-data';
const RELOADED_KEY = 'motherlode.worker-reload';

/** Used part of the browser, replaceable in tests. */
export interface WorkerWorld {
  container: ServiceWorkerContainer;
  fetch: typeof fetch;
  reload: () => void;
  session: BrowserStorage;
}

function browser(): WorkerWorld | null {
  if (!('serviceWorker' in navigator)) return null;
  return {
    container: navigator.serviceWorker,
    fetch: (...values) => fetch(...values),
    reload: () => window.location.reload(),
    session: tabStorage,
  };
}

/** Registers the service worker. Its failures are logged and change nothing else. */
export async function startServiceWorker(world: WorkerWorld | null = browser()): Promise<void> {
  if (!world) return;
  try {
    const state = await scriptState(world);
    if (state === 'gone') return await remove(world);
    if (state === 'offline') console.info('No connection: the app runs in offline mode');
    else await register(world);
  } catch (error) {
    console.error('Failed to register the service worker', error);
  }
}

/** Whether the script is there: a 404 or another kind of file means that it was taken away. */
async function scriptState(world: WorkerWorld): Promise<'there' | 'gone' | 'offline'> {
  const response = await world
    .fetch(SERVICE_WORKER_PATH, { headers: { 'Service-Worker': 'script' } })
    .catch(() => null);
  if (!response) return 'offline';
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 404 || (response.ok && !type.includes('javascript'))) return 'gone';
  return 'there';
}

/** Removes a worker of which the script no longer exists, and reloads the page once. */
async function remove(world: WorkerWorld): Promise<void> {
  const registration = await world.container.getRegistration();
  if (!registration) return;
  await registration.unregister();
  if (world.session.getItem(RELOADED_KEY)) return;
  world.session.setItem(RELOADED_KEY, '1');
  world.reload();
}

async function register(world: WorkerWorld): Promise<void> {
  const registration: ServiceWorkerRegistration | undefined = await world.container.register(SERVICE_WORKER_PATH);
  // A browser that blocks workers may return undefined.
  if (!registration) return;
  world.session.removeItem(RELOADED_KEY);
  const dispatch = () => window.dispatchEvent(new CustomEvent(UPDATE_EVENT, { detail: registration }));
  if (registration.waiting && world.container.controller) dispatch();
  let followed: ServiceWorker | null = null;
  const follow = () => {
    const fresh = registration.installing;
    if (!fresh || fresh === followed) return;
    followed = fresh;
    fresh.addEventListener('statechange', () => {
      // Without a controller it is the first worker, not an update.
      if (fresh.state === 'installed' && world.container.controller) dispatch();
    });
  };
  // One may be on its way already, found by another tab or before this line.
  follow();
  registration.addEventListener('updatefound', follow);
}

/** Lets the waiting version take over, and loads the page with it. */
export function applyUpdate(registration: ServiceWorkerRegistration, reload = () => window.location.reload()): void {
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** Deletes cached responses, which belong to the signed-in user. */
export async function clearOfflineData(): Promise<void> {
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage({ type: 'CLEAR_DATA' });
  if ('caches' in window) await caches.delete(DATA_CACHE).catch(() => false);
}
