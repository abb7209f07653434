import { type Figure, partsOf, type ResultTable } from './result-model';
import { intervalOf, isScalar, type Json, type JsonObject } from './value';

export interface FigureChange {
  id: string;
  before: Figure | null;
  after: Figure | null;
  /** Difference; null if either is not a number. */
  change: number | null;
}

export interface TableChange {
  id: string;
  title: string;
  before: number;
  after: number;
  /** Names of rows that only one of the two results has; null where rows have no unique name. */
  added: string[] | null;
  removed: string[] | null;
}

/** Members that identify a row; the first that a table has is used. */
const NAMES = [
  'id',
  'query',
  'keyword',
  'page',
  'url',
  'placeId',
  'title',
  'month',
  'date',
  'term',
  'domain',
  'vertical',
];

/** Compares two results of one action. */
export function compareResults(before: JsonObject, after: JsonObject) {
  const [a, b] = [partsOf(before), partsOf(after)];
  return {
    figures: figureChanges(a.figures, b.figures),
    tables: tableChanges(a.tables, b.tables),
    currency: b.currency,
  };
}

function figureChanges(before: readonly Figure[], after: readonly Figure[]): FigureChange[] {
  const ids = [...new Set([...after, ...before].map(({ id }) => id))];
  const find = (figures: readonly Figure[], id: string) => figures.find((figure) => figure.id === id) ?? null;
  return ids.map((id) => {
    const [from, to] = [find(before, id), find(after, id)];
    const [x, y] = [numberOf(from), numberOf(to)];
    return { id, before: from, after: to, change: x === null || y === null ? null : y - x };
  });
}

function numberOf(figure: Figure | null): number | null {
  if (figure === null) return null;
  if (!isScalar(figure.value)) return figure.value.mid;
  return typeof figure.value === 'number' ? figure.value : null;
}

function tableChanges(before: readonly ResultTable[], after: readonly ResultTable[]): TableChange[] {
  const ids = [...new Set([...after, ...before].map(({ id }) => id))];
  return ids.map((id) => {
    const [from, to] = [before.find((table) => table.id === id), after.find((table) => table.id === id)];
    const [a, b] = [namesOf(from), namesOf(to)];
    return {
      id,
      title: to?.title ?? from?.title ?? id,
      before: from?.rows.length ?? 0,
      after: to?.rows.length ?? 0,
      added: a && b ? b.filter((name) => !a.includes(name)) : null,
      removed: a && b ? a.filter((name) => !b.includes(name)) : null,
    };
  });
}

/** Names of the rows; null where no member identifies them. A missing table has none. */
function namesOf(table: ResultTable | undefined): string[] | null {
  if (!table) return [];
  const key = NAMES.find((name) => table.rows.every((row) => isName(row[name])));
  if (!key) return null;
  return [...new Set(table.rows.map((row) => rowName(row, key)))];
}

function isName(value: Json | undefined): boolean {
  return typeof value === 'string' && intervalOf(value) === null;
}

/** Trade and place of a market, else the identifying member with its title. */
function rowName(row: JsonObject, key: string): string {
  if (isName(row.verticalName) && isName(row.city)) return `${row.verticalName}, ${row.city}, ${row.state}`;
  return isName(row.title) ? String(row.title) : String(row[key]);
}
