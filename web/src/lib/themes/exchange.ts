import { themes as texts } from '../strings';
import { safeCss } from './safe-css';
import { findTheme, saveTheme } from './store';
import { type Theme, themeShape } from './theme';

/** A theme as text for a file. @throws 'Theme not found' */
export function exportTheme(id: string): string {
  return `${JSON.stringify(findTheme(id), null, 2)}\n`;
}

/**
 * Takes a theme in from the text of a file, under a new id. Own CSS that is not safe is left out: `dropped` says why.
 *
 * @throws 'Invalid theme data' when the text is not a theme
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

/** A theme that was made elsewhere, under a new id, not kept yet; null when it is not a theme. */
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
