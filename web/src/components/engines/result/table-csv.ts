import { toCsv } from '@/lib/csv';
import type { ResultTable } from './result-model';
import { intervalOf, isObject, isScalar, type Json, type JsonObject, type Scalar, textOf } from './value';

/** Spreads intervals and small objects of a row over separate columns of numbers. */
function flat(row: JsonObject): Record<string, Scalar> {
  const cells: Record<string, Scalar> = {};
  for (const [key, value] of Object.entries(row)) {
    if (isScalar(value)) cells[key] = value;
    else if (isObject(value) && (intervalOf(value) || Object.values(value).every(isScalar))) {
      for (const [part, figure] of Object.entries(value)) cells[`${key}.${part}`] = figure as Scalar;
    } else cells[key] = listText(key, value);
  }
  return cells;
}

function listText(key: string, value: Json): string {
  if (!Array.isArray(value)) return textOf(key, value);
  return value.map((each) => (isScalar(each) ? String(each ?? '') : textOf(key, each))).join('; ');
}

/** Table of a result as CSV, with field names as its header. */
export function tableCsv({ rows }: ResultTable): string {
  const cells = rows.map(flat);
  const headers = [...new Set(cells.flatMap((row) => Object.keys(row)))];
  const cell = (value: Scalar | undefined) => (typeof value === 'boolean' ? String(value) : (value ?? null));
  return toCsv(
    headers,
    cells.map((row) => headers.map((header) => cell(row[header]))),
  );
}
