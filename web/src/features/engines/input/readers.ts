import { numberOf, parseCells, parseCsv } from '@/lib/parse-csv';
import type { Read } from './own-field';

type Reader = (text: string) => Read;

/** Sets a value at a path such as "filters.states". */
function at(path: string, value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.');
  return { [first]: rest.length === 0 ? value : at(rest.join('.'), value) };
}

export const textAt =
  (path: string): Reader =>
  (text) => ({ input: at(path, text) });

export const flagAt =
  (path: string): Reader =>
  (text) => ({ input: at(path, text === 'true') });

/** Reads a number, times `scale`: amounts are typed in units and sent in cents. */
export const numberAt =
  (path: string, scale = 1): Reader =>
  (text) => {
    const value = numberOf(text);
    return value === null || value === undefined ? { error: 'Enter a number' } : { input: at(path, value * scale) };
  };

/** Reads one entry per line. */
export const linesAt =
  (path: string): Reader =>
  (text) => ({ input: at(path, entries(text, /\n/)) });

/** Reads entries separated by commas or lines. */
export const listAt =
  (path: string, change: (entry: string) => string = (entry) => entry): Reader =>
  (text) => ({ input: at(path, entries(text, /[,;\n]/).map(change)) });

function entries(text: string, between: RegExp): string[] {
  return text
    .split(between)
    .map((each) => each.trim())
    .filter(Boolean);
}

/** Reads groups: one per line, separated by commas. */
export const groupsAt =
  (path: string): Reader =>
  (text) => ({
    input: at(
      path,
      entries(text, /\n/).map((line) => entries(line, /[,;\t]/)),
    ),
  });

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** Reads a series from CSV: the last column, with the first as days if there are two. */
export function seriesOf(text: string): { first: string | null; values: (number | null)[] } | { error: string } {
  const cells = parseCells(text);
  const hasHeader = cells.length > 0 && numberOf(cells[0]?.at(-1)) === undefined;
  const rows = hasHeader ? cells.slice(1) : cells;
  const values: (number | null)[] = [];
  for (const [row, line] of rows.entries()) {
    const value = numberOf(line.at(-1));
    if (value === undefined) return { error: `Line ${row + 1 + Number(hasHeader)}: "${line.at(-1)}" is not a number` };
    values.push(value);
  }
  if (values.length === 0) return { error: 'The file has no numbers. Add one value per line.' };
  const first = rows[0]?.[0] ?? '';
  return { first: DAY.test(first) ? first.slice(0, 10) : null, values };
}

/** Reads a series into the field of the action. */
export const series =
  (put: (values: (number | null)[], first: string | null) => Record<string, unknown>): Reader =>
  (text) => {
    const read = seriesOf(text);
    return 'error' in read ? read : { input: put(read.values, read.first) };
  };

/** Reads CSV rows as objects with numbers. The named columns are required. */
export const rowsAt =
  (path: string, required: readonly string[], words: readonly string[] = []): Reader =>
  (text) => {
    const { header, rows } = parseCsv(text);
    const missing = required.filter((name) => !header.includes(name));
    if (missing.length > 0) return { error: `The header line lacks ${missing.join(', ')}` };
    const cell = (name: string, value: string) => (words.includes(name) ? value : (numberOf(value) ?? (value || null)));
    const objects = rows.map((row) =>
      Object.fromEntries(header.map((name, place) => [name, cell(name, row[place] ?? '')])),
    );
    return objects.length === 0
      ? { error: 'The file has no rows. Add at least one below the header line.' }
      : { input: at(path, objects) };
  };

/** Reads pairs of numbers, such as forecasts and outcomes. */
export const pairsAt =
  (path: string): Reader =>
  (text) => {
    const cells = parseCells(text);
    const rows = numberOf(cells[0]?.[0]) === undefined ? cells.slice(1) : cells;
    const pairs = rows.map((row) => row.map(numberOf));
    const wrong = pairs.findIndex((pair) => pair.length !== 2 || pair.some((value) => typeof value !== 'number'));
    return wrong === -1 ? { input: at(path, pairs) } : { error: `Pair ${wrong + 1} is not two numbers` };
  };

/** Reads numbers separated by commas or lines. */
export const numbersAt =
  (path: string): Reader =>
  (text) => {
    const values = entries(text, /[,;\s]/).map(numberOf);
    if (values.some((value) => typeof value !== 'number')) return { error: 'Enter numbers, separated by commas' };
    return { input: at(path, values) };
  };

/** Reads a table of numbers. */
function figuresOf(header: string[], rows: string[][]): { lines: number[][] } | { error: string } {
  const lines = rows.map((row) => header.map((_, place) => numberOf(row[place]) ?? Number.NaN));
  const wrong = lines.findIndex((row) => row.some(Number.isNaN));
  return wrong >= 0 ? { error: `Line ${wrong + 2} contains a value that is not a number` } : { lines };
}

/** Reads a table with a treatment `t`, an outcome `y`, and covariates in all other columns. */
export function treatment(text: string): Read {
  const { header, rows } = parseCsv(text);
  const [t, y] = [header.indexOf('t'), header.indexOf('y')];
  if (t < 0 || y < 0 || header.length < 3) {
    return { error: 'The header line must have t (0 or 1), y (the outcome) and at least one more column' };
  }
  const figures = figuresOf(header, rows);
  if ('error' in figures) return figures;
  const x = (row: number[]) => row.filter((_, place) => place !== t && place !== y);
  const { lines } = figures;
  return { input: { t: lines.map((row) => row[t]), y: lines.map((row) => row[y]), x: lines.map(x) } };
}

/** Reads rounds of a bandit: an `action`, its `reward`, and the context in all other columns. */
export function rounds(text: string): Read {
  const { header, rows } = parseCsv(text);
  const [action, reward] = [header.indexOf('action'), header.indexOf('reward')];
  if (action < 0 || reward < 0 || header.length < 3) {
    return { error: 'The header line must have action, reward and at least one more column' };
  }
  const figures = figuresOf(header, rows);
  if ('error' in figures) return figures;
  const x = (row: number[]) => row.filter((_, place) => place !== action && place !== reward);
  return { input: { history: figures.lines.map((row) => ({ x: x(row), action: row[action], reward: row[reward] })) } };
}

/** Reads values before and after by page, query, device or country: all columns but the two are dimensions. */
export function beforeAfter(text: string): Read {
  const { header, rows } = parseCsv(text);
  const [before, after] = [header.indexOf('before'), header.indexOf('after')];
  if (before < 0 || after < 0) return { error: 'The header line must have before, after and the dimensions' };
  const read = rows.map((row) => ({
    values: Object.fromEntries(
      header.flatMap((name, at) => (at === before || at === after ? [] : [[name, row[at] ?? '']])),
    ),
    before: numberOf(row[before]),
    after: numberOf(row[after]),
  }));
  const wrong = read.findIndex((row) => typeof row.before !== 'number' || typeof row.after !== 'number');
  return wrong >= 0 ? { error: `Line ${wrong + 2}: before and after must be numbers` } : { input: { rows: read } };
}
