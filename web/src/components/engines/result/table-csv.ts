import { amountCell, toCsv } from '@/lib/csv';
import type { ResultTable } from './result-model';
import { columnLabel, label } from './result-words';
import { intervalOf, isObject, isScalar, type Json, type JsonObject, type Scalar, textOf } from './value';

/** Significant digits of a number that is no amount of money. */
const DIGITS = 6;

/** Table of a result as CSV, its columns in words with their units, amounts in units of the currency. */
export function tableCsv({ rows }: ResultTable, currency: string): string {
  const cells = rows.map((row) => flat(row, currency));
  const keys = [...new Set(cells.flatMap((row) => Object.keys(row)))];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return toCsv(
    keys.map((key) => header(key, names, currency)),
    cells.map((row) => keys.map((key) => cell(key, row[key]))),
  );
}

/** Spreads intervals and small objects of a row over separate columns. */
function flat(row: JsonObject, currency: string): Record<string, Scalar> {
  const cells: Record<string, Scalar> = {};
  for (const [key, value] of Object.entries(row)) {
    if (isScalar(value)) cells[key] = value;
    else if (isObject(value) && (intervalOf(value) || Object.values(value).every(isScalar))) {
      for (const [part, figure] of Object.entries(value)) cells[`${key}.${part}`] = figure as Scalar;
    } else cells[key] = listText(key, value, currency);
  }
  return cells;
}

function listText(key: string, value: Json, currency: string): string {
  if (!Array.isArray(value)) return textOf(key, value, currency);
  return value.map((each) => (isScalar(each) ? String(each ?? '') : textOf(key, each, currency))).join('; ');
}

/** "profit.p10Cents" is "Profit, p10 (USD)". */
function header(key: string, names: readonly string[], currency: string): string {
  const [name = '', part] = key.split('.');
  const words =
    part === undefined ? columnLabel(name, names) : `${columnLabel(name, names)}, ${label(part).toLowerCase()}`;
  return isMoney(key) ? `${words} (${currency})` : words;
}

function cell(key: string, value: Scalar | undefined): string | number | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return value ?? null;
  return isMoney(key) ? amountCell(value) : Number(value.toPrecision(Math.max(DIGITS, wholeDigits(value))));
}

function wholeDigits(value: number): number {
  return String(Math.trunc(Math.abs(value))).length;
}

function isMoney(key: string): boolean {
  return key.endsWith('Cents');
}
