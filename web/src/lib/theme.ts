import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type ThemeMode = 'dark' | 'light' | 'system';

interface ThemeState {
  themeId: 'default-dark';
  mode: ThemeMode;
  setMode: (mode: ThemeMode) => void;
}

/** The chosen theme, kept in this browser. The system's preference counts only when it was chosen. */
export const useTheme = create<ThemeState>()(
  persist((set) => ({ themeId: 'default-dark', mode: 'dark', setMode: (mode) => set({ mode }) }), {
    name: 'motherlode.theme',
  }),
);

const SYSTEM_LIGHT = '(prefers-color-scheme: light)';

function resolve(mode: ThemeMode): 'dark' | 'light' {
  if (mode !== 'system') return mode;
  return window.matchMedia(SYSTEM_LIGHT).matches ? 'light' : 'dark';
}

function apply(mode: ThemeMode): void {
  const root = document.documentElement;
  const theme = resolve(mode);
  root.classList.toggle('dark', theme === 'dark');
  root.classList.toggle('light', theme === 'light');
}

/** Keeps the page in the chosen theme from now on. The first frame is set by `/theme-boot.js`. */
export function followTheme(): void {
  apply(useTheme.getState().mode);
  useTheme.subscribe((state) => apply(state.mode));
  window.matchMedia(SYSTEM_LIGHT).addEventListener('change', () => apply(useTheme.getState().mode));
}
