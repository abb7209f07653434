import { useBrowserSettings } from './browser-settings';
import { localDay } from './days';

/** By which a reader of a file knows that its text is UTF-8. */
const MARK = '\u{FEFF}';

const DATE = /\d{4}-\d{2}-\d{2}/;

/** Name of a CSV with the reader's day of the export, unless it has a day already. */
export function datedName(name: string, now = new Date()): string {
  if (!name.endsWith('.csv') || DATE.test(name)) return name;
  return `${name.slice(0, -'.csv'.length)}-${localDay(now)}.csv`;
}

/** Saves a file on the reader's computer; a CSV with its day, and a byte-order mark where that is wanted. */
export function saveFile(content: Blob, name: string): void {
  const isMarked = name.endsWith('.csv') && useBrowserSettings.getState().csvMark;
  const url = URL.createObjectURL(isMarked ? new Blob([MARK, content], { type: content.type }) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = datedName(name);
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a text as a file. */
export function saveText(text: string, name: string, type: string): void {
  saveFile(new Blob([text], { type }), name);
}

/** Puts `text` on the clipboard; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
