import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { useBrowserSettings } from '@/lib/browser-settings';
import { useInstall } from '@/lib/install-prompt';
import { useLive } from '@/lib/live/store';
import { followNetwork, useOffline } from '@/lib/offline';
import { followNobody } from '@/lib/session/workspace';
import { useShortcuts } from '@/lib/shortcuts';
import { useTheme } from '@/lib/theme';
import { useThemes } from '@/lib/themes/store';
import { useToasts } from '@/lib/toast';
import { useUnsaved } from '@/lib/unsaved';
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
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

followNetwork();

/** A function that brings a store back to its first state. */
function resetOf<T>(store: { getInitialState: () => T; setState: (state: T, replace: true) => void }): () => void {
  return () => store.setState(store.getInitialState(), true);
}

const resets = [
  resetOf(useBrowserSettings),
  resetOf(useInstall),
  resetOf(useLive),
  resetOf(useOffline),
  resetOf(useShortcuts),
  resetOf(useTheme),
  resetOf(useThemes),
  resetOf(useToasts),
  resetOf(useUnsaved),
];

// A call that no test foresaw is a failure, not a warning.
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  // Charts and sortable lists leave helpers of their own.
  document.body.replaceChildren();
  server.resetHandlers();
  for (const reset of resets) reset();
  followNobody();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
afterAll(async () => {
  // A module that is still being loaded when a file ends cannot be loaded by the next file of the process either.
  await vi.dynamicImportSettled();
  server.close();
});
