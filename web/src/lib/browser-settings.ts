import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStorage } from './browser-storage';

interface Kept {
  /** Single letters start actions; can be switched off (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Less movement than the system asks for. */
  lessMotion: boolean;
  /** CSV files begin with a byte-order mark; without one, older spreadsheets assume another encoding. */
  csvMark: boolean;
}

interface BrowserSettings extends Kept {
  set: (change: Partial<Kept>) => void;
}

const FIRST: Kept = { singleKeys: true, lessMotion: false, csvMark: false };
const NAMES = Object.keys(FIRST) as (keyof Kept)[];

/** Returns all settings, each from `value`. */
function keptBy(value: (name: keyof Kept) => boolean): Kept {
  return Object.fromEntries(NAMES.map((name) => [name, value(name)])) as unknown as Kept;
}

/** Returns the stored settings; unreadable ones have their defaults. */
function readable(kept: unknown): Kept {
  const found: Record<string, unknown> = Object(kept);
  return keptBy((name) => (typeof found[name] === 'boolean' ? found[name] : FIRST[name]));
}

/** Settings of this browser. */
export const useBrowserSettings = create<BrowserSettings>()(
  persist((set) => ({ ...FIRST, set: (change) => set(change) }), {
    name: 'motherlode.habits',
    storage: createJSONStorage(() => browserStorage),
    partialize: (settings) => keptBy((name) => settings[name]),
    merge: (kept, settings) => ({ ...settings, ...readable(kept) }),
  }),
);

/** Reports to the style sheet whether less movement is wanted, now and after each change. */
export function followBrowserSettings(): void {
  const apply = () =>
    document.documentElement.toggleAttribute('data-less-motion', useBrowserSettings.getState().lessMotion);
  apply();
  useBrowserSettings.subscribe(apply);
}
