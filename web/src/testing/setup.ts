import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { followNetwork, useOffline } from '@/lib/offline';
import { followNobody } from '@/lib/session/workspace';
import { server } from './server';

// A busy machine may take its time; a test that fails waits a little longer for it.
configure({ asyncUtilTimeout: 10_000 });

// Polyfills for jsdom.
HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.scrollTo = () => {};
Element.prototype.scrollTo ??= () => {};
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

followNetwork();

// A call that no test foresaw is a failure, not a warning.
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  useOffline.setState({ cachedAt: null, cutOff: false, slowCalls: 0 });
  followNobody();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());
