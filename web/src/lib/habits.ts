import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface Habits {
  /** Single letters start actions; can be switched off (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Less movement than the system asks for. */
  lessMotion: boolean;
  set: (change: Partial<Pick<Habits, 'singleKeys' | 'lessMotion'>>) => void;
}

/** How somebody likes to work, kept in this browser. */
export const useHabits = create<Habits>()(
  persist((set) => ({ singleKeys: true, lessMotion: false, set: (change) => set(change) }), {
    name: 'motherlode.habits',
    partialize: ({ singleKeys, lessMotion }) => ({ singleKeys, lessMotion }),
  }),
);

/** Tells the style sheet whether less movement is wanted, from now on. */
export function followHabits(): void {
  const apply = () => document.documentElement.toggleAttribute('data-less-motion', useHabits.getState().lessMotion);
  apply();
  useHabits.subscribe(apply);
}
