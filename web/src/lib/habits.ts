import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStorage } from './browser-storage';

interface Habits {
  /** Single letters start actions; can be switched off (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Less movement than the system asks for. */
  lessMotion: boolean;
  set: (change: Partial<Pick<Habits, 'singleKeys' | 'lessMotion'>>) => void;
}

/** What was kept, as far as it can be read; what cannot is as it was at first. */
function readable(kept: unknown, first: Habits): Pick<Habits, 'singleKeys' | 'lessMotion'> {
  const { singleKeys, lessMotion } = Object(kept);
  const orFirst = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise);
  return {
    singleKeys: orFirst(singleKeys, first.singleKeys),
    lessMotion: orFirst(lessMotion, first.lessMotion),
  };
}

/** How somebody likes to work, kept in this browser. */
export const useHabits = create<Habits>()(
  persist((set) => ({ singleKeys: true, lessMotion: false, set: (change) => set(change) }), {
    name: 'motherlode.habits',
    storage: createJSONStorage(() => browserStorage),
    partialize: ({ singleKeys, lessMotion }) => ({ singleKeys, lessMotion }),
    merge: (kept, habits) => ({ ...habits, ...readable(kept, habits) }),
  }),
);

/** Tells the style sheet whether less movement is wanted, from now on. */
export function followHabits(): void {
  const apply = () => document.documentElement.toggleAttribute('data-less-motion', useHabits.getState().lessMotion);
  apply();
  useHabits.subscribe(apply);
}
