import { z } from 'zod/mini';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStorage } from './browser-storage';

export type ThemeMode = 'dark' | 'light' | 'system';

/** Data required to apply a theme: custom properties without their dashes, and switches. */
export interface ThemeSnapshot {
  dark: Record<string, string>;
  light: Record<string, string>;
  blur: boolean;
  gradients: boolean;
  motion: boolean;
  /** The theme's own CSS, made safe. */
  css: string;
}

interface Preview {
  snapshot: ThemeSnapshot;
  /** Forces this colour scheme regardless of the mode. */
  scheme?: 'dark' | 'light';
}

export const DEFAULT_THEME_ID = 'default-dark';

interface ThemeState {
  themeId: string;
  mode: ThemeMode;
  /** Of the chosen theme; null for the default one, which the style sheet holds. Kept for the first frame. */
  snapshot: ThemeSnapshot | null;
  /** Overrides the chosen theme for a while; not kept. */
  preview: Preview | null;
  setMode: (mode: ThemeMode) => void;
  choose: (themeId: string, snapshot: ThemeSnapshot | null) => void;
  setPreview: (preview: Preview | null) => void;
}

const variables = z.record(z.string(), z.string());
const keptTheme = z.object({
  themeId: z.string(),
  mode: z.enum(['dark', 'light', 'system']),
  snapshot: z.nullable(
    z.object({
      dark: variables,
      light: variables,
      blur: z.boolean(),
      gradients: z.boolean(),
      motion: z.boolean(),
      css: z.string(),
    }),
  ),
});

/** The chosen theme, kept in this browser. The system's preference counts only when it was chosen. */
export const useTheme = create<ThemeState>()(
  persist(
    (set) => ({
      themeId: DEFAULT_THEME_ID,
      mode: 'dark',
      snapshot: null,
      preview: null,
      setMode: (mode) => set({ mode }),
      choose: (themeId, snapshot) => set({ themeId, snapshot, preview: null }),
      setPreview: (preview) => set({ preview }),
    }),
    {
      name: 'motherlode.theme',
      storage: createJSONStorage(() => browserStorage),
      partialize: ({ themeId, mode, snapshot }) => ({ themeId, mode, snapshot }),
      // Invalid stored data, such as of another version, falls back to the default theme.
      merge: (kept, first) => ({ ...first, ...(z.partial(keptTheme).safeParse(kept).data ?? {}) }),
    },
  ),
);

/** Applies the mode of the account's preferences, if valid. A later choice in this browser overrides it. */
export function followMode(preferences: Record<string, unknown> | undefined): void {
  const mode = z.enum(['dark', 'light', 'system']).safeParse(preferences?.theme);
  if (mode.success) useTheme.getState().setMode(mode.data);
}

const SYSTEM_LIGHT = '(prefers-color-scheme: light)';

function resolve(mode: ThemeMode): 'dark' | 'light' {
  if (mode !== 'system') return mode;
  return window.matchMedia(SYSTEM_LIGHT).matches ? 'light' : 'dark';
}

/** The set that is shown now. */
export function shownScheme(): 'dark' | 'light' {
  const { mode, preview } = useTheme.getState();
  return preview?.scheme ?? resolve(mode);
}

function apply(): void {
  const { snapshot, preview } = useTheme.getState();
  const shown = preview?.snapshot ?? snapshot;
  const scheme = shownScheme();
  const root = document.documentElement;
  root.classList.toggle('dark', scheme === 'dark');
  root.classList.toggle('light', scheme === 'light');
  applyVariables(root, shown?.[scheme] ?? {});
  root.toggleAttribute('data-no-blur', shown?.blur === false);
  root.toggleAttribute('data-gradients', shown?.gradients === true);
  root.toggleAttribute('data-no-motion', shown?.motion === false);
  applyCss(shown?.css ?? '');
}

/** Sets these properties on the page, and removes the properties of the previous theme. */
function applyVariables(root: HTMLElement, variables: Record<string, string>): void {
  for (const name of [...root.style]) {
    if (name.startsWith('--') && !(name.slice(2) in variables)) root.style.removeProperty(name);
  }
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(`--${name}`, value);
}

let sheet: CSSStyleSheet | null = null;

/** A constructed sheet, because the security policy may forbid style elements made by scripts. */
function applyCss(css: string): void {
  if (css === '' && sheet === null) return;
  if (!('adoptedStyleSheets' in document)) return;
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(css);
}

/** Keeps the page in the chosen theme from now on. The first frame is set by `/theme-boot.js`. */
export function followTheme(): void {
  apply();
  useTheme.subscribe(apply);
  window.matchMedia(SYSTEM_LIGHT).addEventListener('change', apply);
}
