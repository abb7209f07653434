import { columnLabel, pathLabel } from './result-words';
import {
  type Interval,
  intervalOf,
  isObject,
  isScalar,
  type Json,
  type JsonObject,
  type Scalar,
  textOf,
} from './value';

export interface Figure {
  /** Path of fields, joined by dots: the same in every result of an action. */
  id: string;
  name: string;
  key: string;
  value: Scalar | Interval;
}

export interface ResultColumn {
  key: string;
  label: string;
  isNumeric: boolean;
  /** Whether its cells are sentences. */
  isLong: boolean;
}

export interface ResultTable {
  id: string;
  title: string;
  columns: ResultColumn[];
  rows: JsonObject[];
}

/** Generic parts of a result, for display. */
export interface ResultParts {
  currency: string;
  method: string | null;
  sentences: { id: string; name: string; text: string }[];
  figures: Figure[];
  tables: ResultTable[];
  lists: { id: string; title: string; items: string[] }[];
  notes: string[];
  assumptions: string[];
  needs: string[];
}

/** Fields with their own place, or none. */
const OWN_PLACE = [
  'id',
  'insights',
  'method',
  'methodVersion',
  'notes',
  'assumptions',
  'needs',
  'currency',
  'attribution',
];
/** Maximum length of a word; longer texts are sentences. */
const LONGEST_WORD = 48;

/** Splits a result into parts. `omit` names fields that are shown elsewhere, nested ones such as `clicks.fan`. */
export function partsOf(result: JsonObject, omit: readonly string[] = []): ResultParts {
  const parts: ResultParts = {
    currency: typeof result.currency === 'string' ? result.currency : 'USD',
    method: methodOf(result),
    sentences: [],
    figures: [],
    tables: [],
    lists: [],
    notes: [...texts(result.notes), ...texts(result.attribution)],
    assumptions: texts(result.assumptions),
    needs: texts(result.needs),
  };
  collect(result, [], [...OWN_PLACE, ...stored(result), ...omit], parts);
  return parts;
}

/** Returns the data that would improve a result. */
export function needsOf(result: JsonObject): string[] {
  return texts(result.needs);
}

/** Lists of the keyword engine that are stored in tables: the result holds only their totals. */
function stored({ totals, ...rest }: JsonObject): string[] {
  const isStored = (name: string) => Array.isArray(rest[name]) && rest[name].length === 0;
  return isObject(totals) ? ['keywords', 'clusters'].filter(isStored) : [];
}

function methodOf({ method, methodVersion }: JsonObject): string | null {
  if (typeof method !== 'string') return null;
  return typeof methodVersion === 'string' ? `${method} (${methodVersion})` : method;
}

/** Sentences, plain or with a label. */
function texts(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((each) => {
    if (typeof each === 'string') return [each];
    return isObject(each) && typeof each.label === 'string' ? [each.label] : [];
  });
}

function collect(object: JsonObject, path: readonly string[], omit: readonly string[], parts: ResultParts): void {
  const series: Record<string, Scalar[]> = {};
  for (const [key, value] of Object.entries(object)) {
    const at = [...path, key];
    if (omit.includes(at.join('.')) || (path.length > 0 && isRemark(key, value, parts))) continue;
    if (Array.isArray(value) && value.length > 1 && value.every((each) => each === null || typeof each === 'number')) {
      series[key] = value as Scalar[];
    } else {
      place(value, at, omit, parts);
    }
  }
  parts.tables.push(...seriesTables(series, path));
}

/** A nested result has remarks too. They join the remarks of the outer result, but its method is left out. */
function isRemark(key: string, value: Json, parts: ResultParts): boolean {
  if (['method', 'methodVersion', 'insights'].includes(key)) return true;
  if (key !== 'notes' && key !== 'assumptions' && key !== 'needs') return false;
  parts[key].push(...texts(value).filter((text) => !parts[key].includes(text)));
  return true;
}

function place(value: Json, path: readonly string[], omit: readonly string[], parts: ResultParts): void {
  const id = path.join('.');
  const key = path.at(-1) ?? '';
  const interval = intervalOf(value);
  if (interval) parts.figures.push({ id, key, name: pathLabel(path), value: interval });
  else if (typeof value === 'string' && value.length > LONGEST_WORD) {
    parts.sentences.push({ id, name: pathLabel(path), text: value });
  } else if (isScalar(value)) parts.figures.push({ id, key, name: pathLabel(path), value });
  else if (Array.isArray(value)) placeList(value, path, parts);
  else if (isMap(value)) parts.tables.push(mapTable(value, path));
  else collect(value, path, omit, parts);
}

/** Returns true for an object with numeric values by numeric keys. */
function isMap(value: JsonObject): boolean {
  const keys = Object.keys(value);
  return keys.length > 1 && keys.every((key) => Number.isFinite(Number(key))) && Object.values(value).every(isScalar);
}

function mapTable(value: JsonObject, path: readonly string[]): ResultTable {
  const entries = Object.entries(value).sort(([a], [b]) => Number(a) - Number(b));
  const rows = entries.map(([share, figure]) => ({ share: Number(share), value: figure }));
  const columns = [column('share', rows), column('value', rows)];
  return { id: path.join('.'), title: pathLabel(path), columns, rows };
}

function placeList(value: Json[], path: readonly string[], parts: ResultParts): void {
  const id = path.join('.');
  const key = path.at(-1) ?? '';
  const title = pathLabel(path);
  if (value.length === 0) {
    parts.figures.push({ id, key: 'count', name: title, value: 'none' });
  } else if (value.every(isObject)) {
    parts.tables.push(tableOf(id, title, value as JsonObject[]));
  } else if (value.every(Array.isArray)) {
    const rows = (value as Json[][]).map((row) => Object.fromEntries(row.map((cell, at) => [`column${at + 1}`, cell])));
    parts.tables.push(tableOf(id, title, rows));
  } else {
    const items = value.filter((each) => each !== null).map((each) => textOf(key, each, parts.currency));
    if (items.length > 0) parts.lists.push({ id, title, items });
  }
}

/** A table of rows, with a column for each field of any row. */
export function tableOf(id: string, title: string, rows: JsonObject[]): ResultTable {
  const all = [...new Set(rows.slice(0, 200).flatMap((row) => Object.keys(row)))];
  const keys = all.filter((key) => all.length === 1 || !(isHandle(rows[0]?.[key]) || isIndex(key, rows[0]?.[key])));
  const columns = keys.sort((a, b) => rank(a) - rank(b)).map((key) => column(key, rows, all));
  return { id, title, columns, rows };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns true for technical identifiers and lists of them, which only the saved file contains. */
function isHandle(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isHandle);
  return typeof value === 'string' && UUID.test(value);
}

/** Place of the keyword in a list of the input; the query beside it names it. */
function isIndex(key: string, value: Json | undefined): boolean {
  return key === 'keyword' && typeof value === 'number';
}

/** Sorts members: names of rows first, machine-readable ones last. */
const FIRST = [
  ...['step', 'rank', 'place', 'week', 'month', 'date', 'query', 'keyword', 'title', 'name', 'label', 'verticalName'],
  ...['metro', 'city', 'state', 'term', 'text', 'heading', 'domain', 'site', 'cluster', 'page', 'url', 'from', 'to'],
  ...['a', 'b', 'conditions', 'conclusion', 'dimension', 'model', 'position'],
];
const LAST = ['id', 'ids', 'placeId', 'metroCode', 'vertical', 'latitude', 'longitude', 'idempotencyKey'];

function rank(key: string): number {
  const first = FIRST.indexOf(key);
  if (first >= 0) return first;
  return FIRST.length + (LAST.includes(key) ? 1 : 0);
}

function column(key: string, rows: readonly JsonObject[], keys: readonly string[] = []): ResultColumn {
  const first = rows.find((row) => row[key] !== null && row[key] !== undefined)?.[key];
  return {
    key,
    label: columnLabel(key, keys),
    isNumeric: typeof first === 'number' || intervalOf(first) !== null,
    isLong: isSentence(first),
  };
}

function isSentence(value: Json | undefined): boolean {
  return typeof value === 'string' && value.length > LONGEST_WORD && value.includes(' ');
}

/** Lists of figures of equal length become the columns of one table. */
function seriesTables(series: Record<string, Scalar[]>, path: readonly string[]): ResultTable[] {
  const lengths = [...new Set(Object.values(series).map((values) => values.length))];
  return lengths.map((length) => {
    const together = Object.entries(series).filter(([, values]) => values.length === length);
    const rows = Array.from({ length }, (_, step) => ({
      step: step + 1,
      ...Object.fromEntries(together.map(([key, values]) => [key, values[step] ?? null])),
    }));
    const names = together.map(([key]) => key);
    const id = [...path, names.join('+')].join('.');
    return tableOf(id, names.map((name) => pathLabel([...path, name])).join(', '), rows);
  });
}
