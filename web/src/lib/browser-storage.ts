/**
 * The browser's storages, which may be blocked, full or missing: reads then return nothing, and writes are ignored,
 * with a warning in the console.
 */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function guarded(area: 'localStorage' | 'sessionStorage'): BrowserStorage {
  // Accessing a blocked storage throws, so each call accesses it again.
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(globalThis[area]);
    } catch (error) {
      console.warn('Browser storage is not available', error);
      return null;
    }
  };
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key)),
    setItem: (key, value) => void attempt((storage) => storage.setItem(key, value)),
    removeItem: (key) => void attempt((storage) => storage.removeItem(key)),
  };
}

/** Lasts in this browser. */
export const browserStorage = guarded('localStorage');

/** Lasts as long as the tab. */
export const tabStorage = guarded('sessionStorage');
