import { themes as texts } from '../strings';
import { safeCss } from './safe-css';
import { findTheme, saveTheme } from './store';
import { type Theme, themeShape } from './theme';

/** A theme as text for a file. @throws 'Theme not found' */
export function exportTheme(id: string): string {
  return `${JSON.stringify(findTheme(id), null, 2)}\n`;
}

/**
 * Reads a theme from the text of a file, with a new id. Unsafe custom CSS is removed; `dropped` has the reason.
 *
 * @throws 'Invalid theme data' if the text is not a theme
 */
export function importTheme(text: string, newId: string, now: Date): { theme: Theme; dropped: string[] } {
  const read = parse(text);
  const { problems } = safeCss(read.customCSS ?? '');
  const { customCSS, ...rest } = read;
  const kept = problems.length === 0 && customCSS !== undefined ? { customCSS } : {};
  const at = now.toISOString();
  const theme = saveTheme({ ...rest, ...kept, id: newId, category: 'imported', createdAt: at }, now);
  return { theme, dropped: problems };
}

/** Parses a theme from elsewhere, with a new id and not stored yet; null if invalid. */
export function readTheme(value: unknown, newId: string, now: Date): Theme | null {
  const read = themeShape.safeParse(value);
  if (!read.success) return null;
  const { customCSS, ...theme } = read.data;
  return { ...theme, id: newId, category: 'imported', createdAt: now.toISOString() };
}

function parse(text: string): Theme {
  try {
    return themeShape.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(texts.invalid, { cause: error });
  }
}
