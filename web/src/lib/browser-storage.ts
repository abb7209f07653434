/**
 * The browser's storages, which may be blocked, full or absent: reading then finds nothing, and what is written is not
 * kept. Nothing breaks by it, so only the console reports it.
 */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function guarded(area: 'localStorage' | 'sessionStorage'): BrowserStorage {
  // A blocked storage throws as soon as it is named, so each call names it again.
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
