import { z } from 'zod/mini';
import { create } from 'zustand';
import { browserStorage } from '../browser-storage';
import { themes as texts } from '../strings';
import { DEFAULT_THEME_ID, useTheme } from '../theme';
import { BUILT_IN_THEMES, FALLBACK_THEME } from './presets';
import { type Theme, themeShape } from './theme';
import { snapshotOf } from './variables';

const KEY = 'motherlode.themes';

/** The themes that were made or imported here. Each that cannot be read is left out, and that is logged. */
function load(): Theme[] {
  try {
    const stored = z.array(z.unknown()).parse(JSON.parse(browserStorage.getItem(KEY) ?? '[]'));
    return stored.flatMap(readable);
  } catch (error) {
    console.error(texts.notLoaded, error);
    return [];
  }
}

function readable(stored: unknown): Theme[] {
  const read = themeShape.safeParse(stored);
  if (read.success) return [read.data];
  console.error(texts.notLoaded, read.error);
  return [];
}

interface ThemesState {
  custom: Theme[];
}

export const useThemes = create<ThemesState>(() => ({ custom: load() }));

/** Reads the stored themes again. */
export function reloadThemes(): void {
  useThemes.setState({ custom: load() });
}

function store(custom: Theme[]): void {
  useThemes.setState({ custom });
  browserStorage.setItem(KEY, JSON.stringify(custom));
}

export function allThemes(): Theme[] {
  return [...BUILT_IN_THEMES, ...useThemes.getState().custom];
}

/** @throws 'Theme not found' */
export function findTheme(id: string): Theme {
  const theme = allThemes().find((each) => each.id === id);
  if (!theme) throw new Error(texts.notFound);
  return theme;
}

/** Shows a theme from now on. */
export function chooseTheme(id: string): void {
  const theme = findTheme(id);
  useTheme.getState().choose(theme.id, theme.id === DEFAULT_THEME_ID ? null : snapshotOf(theme));
}

/** Keeps a theme of one's own, new or changed; the one that is shown changes at once. */
export function saveTheme(theme: Theme, now: Date): Theme {
  const saved = { ...theme, updatedAt: now.toISOString() };
  const others = useThemes.getState().custom;
  const isKnown = others.some(({ id }) => id === theme.id);
  store(isKnown ? others.map((each) => (each.id === theme.id ? saved : each)) : [...others, saved]);
  if (useTheme.getState().themeId === theme.id) chooseTheme(theme.id);
  return saved;
}

/** Deletes a custom theme. If it is active, the default theme replaces it. */
export function deleteTheme(id: string): void {
  store(useThemes.getState().custom.filter((theme) => theme.id !== id));
  if (useTheme.getState().themeId === id) chooseTheme(FALLBACK_THEME.id);
}

/** A copy of one's own. @throws 'Theme not found' */
export function duplicateTheme(id: string, newId: string, now: Date): Theme {
  const original = findTheme(id);
  const at = now.toISOString();
  return saveTheme(
    { ...original, id: newId, name: `${original.name} copy`.slice(0, 80), category: 'custom', createdAt: at },
    now,
  );
}
