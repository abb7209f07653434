import { formatDate } from '@/lib/format';
import { humanise } from '@/lib/words';

/** One line of a step's changes: a field in words, or the unchanged line without one. */
export interface ChangedLine {
  name: string | null;
  value: string;
}

const ITEM = /^\s*("(?:[^"\\]|\\.)*"),?\s*$/;
const FIELD = /^\s*"([^"]+)":\s*(.+?),?\s*$/;
/** Lines with brackets only. */
const BRACKET = /^\s*[[\]{}]+,?\s*$/;
/** Ids that the page already shows or that are technical. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Formats lines: brackets, empty fields and ids are omitted. */
export function changedLines(lines: readonly string[]): ChangedLine[] {
  return lines.filter((line) => !BRACKET.test(line)).flatMap(readLine);
}

function readLine(line: string): ChangedLine[] {
  const [, name, text] = FIELD.exec(line) ?? [];
  if (name === undefined || text === undefined) return [{ name: null, value: itemText(line) }];
  const value = valueText(text);
  return value === null ? [] : [{ name: humanise(name), value }];
}

/** A list entry without quotation marks. */
function itemText(line: string): string {
  const item = ITEM.exec(line)?.[1];
  return item === undefined ? line : String(parsed(item));
}

/** Null for a line without content. */
function valueText(text: string): string | null {
  const value = parsed(text);
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value !== 'string') return Array.isArray(value) ? value.join(', ') : String(value);
  if (ID.test(value)) return null;
  if (value === '[' || value === '{') return '';
  if (DAY.test(value)) return formatDate(value);
  return /^[a-z]+(_[a-z]+)*$/.test(value) ? humanise(value).toLowerCase() : value;
}

/** Parses the value; returns the text itself if it is truncated. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
