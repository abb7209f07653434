import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStorage } from './browser-storage';

interface Kept {
  /** Single letters start actions; can be switched off (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Less movement than the system asks for. */
  lessMotion: boolean;
  /** CSV files begin with a byte-order mark: older spreadsheets take a file without one for another encoding. */
  csvMark: boolean;
}

interface Habits extends Kept {
  set: (change: Partial<Kept>) => void;
}

const FIRST: Kept = { singleKeys: true, lessMotion: false, csvMark: false };
const NAMES = Object.keys(FIRST) as (keyof Kept)[];

/** The members that are kept, each as `value` has it. */
function keptBy(value: (name: keyof Kept) => boolean): Kept {
  return Object.fromEntries(NAMES.map((name) => [name, value(name)])) as unknown as Kept;
}

/** What was kept, as far as it can be read; what cannot is as it was at first. */
function readable(kept: unknown): Kept {
  const found: Record<string, unknown> = Object(kept);
  return keptBy((name) => (typeof found[name] === 'boolean' ? found[name] : FIRST[name]));
}

/** How somebody likes to work, kept in this browser. */
export const useHabits = create<Habits>()(
  persist((set) => ({ ...FIRST, set: (change) => set(change) }), {
    name: 'motherlode.habits',
    storage: createJSONStorage(() => browserStorage),
    partialize: (habits) => keptBy((name) => habits[name]),
    merge: (kept, habits) => ({ ...habits, ...readable(kept) }),
  }),
);

/** Tells the style sheet whether less movement is wanted, from now on. */
export function followHabits(): void {
  const apply = () => document.documentElement.toggleAttribute('data-less-motion', useHabits.getState().lessMotion);
  apply();
  useHabits.subscribe(apply);
}
