import { useBrowserSettings } from './browser-settings';

/** By which a reader of a file knows that its text is UTF-8. */
const MARK = '\u{FEFF}';

/** Saves a file on the reader's computer; a CSV with a byte-order mark where that is wanted. */
export function saveFile(content: Blob, name: string): void {
  const isMarked = name.endsWith('.csv') && useBrowserSettings.getState().csvMark;
  const url = URL.createObjectURL(isMarked ? new Blob([MARK, content], { type: content.type }) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
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
