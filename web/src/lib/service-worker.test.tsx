import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearOfflineData, startServiceWorker, UPDATE_EVENT, type WorkerWorld } from './service-worker';

class Worker extends EventTarget {
  state = 'installing';

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  waiting: Worker | null = null;
  installing: Worker | null = null;
  unregister = vi.fn(async () => true);

  find(worker: Worker): void {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
  }
}

function world(script: () => Promise<Response>, known = true) {
  const registration = new Registration();
  const container = {
    controller: {} as object | null,
    register: vi.fn(async () => registration),
    getRegistration: vi.fn(async () => (known ? registration : undefined)),
  };
  const reload = vi.fn();
  const parts = { container, fetch: vi.fn(script), reload, session: sessionStorage };
  return { registration, container, reload, parts: parts as unknown as WorkerWorld };
}

const script = async () => new Response('', { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
const updates = vi.fn();

beforeEach(() => window.addEventListener(UPDATE_EVENT, updates));
afterEach(() => {
  window.removeEventListener(UPDATE_EVENT, updates);
  updates.mockReset();
  vi.restoreAllMocks();
});

describe('the service worker', () => {
  it('is registered at its path', async () => {
    const { container, parts } = world(script);
    await startServiceWorker(parts);
    expect(container.register).toHaveBeenCalledWith('/service-worker.js');
  });

  it('update_dispatches_an_event', async () => {
    const { registration, parts } = world(script);
    await startServiceWorker(parts);
    const fresh = new Worker();
    registration.find(fresh);
    expect(updates).not.toHaveBeenCalled();
    fresh.become('installed');
    expect(updates).toHaveBeenCalledTimes(1);
    const [event] = (updates.mock.calls[0] ?? []) as CustomEvent[];
    expect(event?.detail).toBe(registration);
  });

  it('first_worker_dispatches_no_update', async () => {
    const { registration, container, parts } = world(script);
    container.controller = null;
    await startServiceWorker(parts);
    const first = new Worker();
    registration.find(first);
    first.become('installed');
    expect(updates).not.toHaveBeenCalled();
  });

  it('waiting_update_dispatches_an_event', async () => {
    const { registration, parts } = world(script);
    registration.waiting = new Worker();
    await startServiceWorker(parts);
    expect(updates).toHaveBeenCalledTimes(1);
  });

  it.each([true, false])('installing_update_dispatches_one_event (repeated: %s)', async (again) => {
    const { registration, parts } = world(script);
    const fresh = new Worker();
    registration.installing = fresh;
    await startServiceWorker(parts);
    if (again) registration.find(fresh);
    fresh.become('installed');
    expect(updates).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is not found', async () => new Response('', { status: 404 })],
    ['is a page', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('goes when its script %s, and the page is loaded again, once', async (_what, answer) => {
    const { registration, container, reload, parts } = world(answer);
    await startServiceWorker(parts);
    await startServiceWorker(parts);
    expect(registration.unregister).toHaveBeenCalledTimes(2);
    expect(container.register).not.toHaveBeenCalled();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does nothing when there is no script and no worker', async () => {
    const { reload, parts } = world(async () => new Response('', { status: 404 }), false);
    await startServiceWorker(parts);
    expect(reload).not.toHaveBeenCalled();
  });

  it('offline_reload_stays_with_a_message', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    const { registration, container, parts } = world(() => Promise.reject(new TypeError('offline')));
    await startServiceWorker(parts);
    expect(info).toHaveBeenCalledWith(expect.stringContaining('offline mode'));
    expect(registration.unregister).not.toHaveBeenCalled();
    expect(container.register).not.toHaveBeenCalled();
  });

  it('only logs other failures', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { container, reload, parts } = world(script);
    container.register.mockRejectedValue(new Error('refused'));
    await startServiceWorker(parts);
    expect(error).toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });
});

it('forgets the kept answers in the browser', async () => {
  const remove = vi.fn(async () => true);
  vi.stubGlobal('caches', { delete: remove });
  await clearOfflineData();
  expect(remove).toHaveBeenCalledWith('motherlode-data');
  vi.unstubAllGlobals();
});
