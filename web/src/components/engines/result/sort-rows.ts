import { intervalOf, type Json, type JsonObject } from './value';

export interface Sorting {
  key: string;
  order: 'asc' | 'desc';
}

/** Sort key of a cell: the middle of an interval, otherwise its value. */
function sortValue(value: Json | undefined): number | string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return Number(value);
  return intervalOf(value)?.mid ?? (Array.isArray(value) ? value.length : null);
}

/** Sorts rows by a column; rows without a value come last in either order, and ties keep their order. */
export function sortRows(rows: readonly JsonObject[], sorting: Sorting | null): readonly JsonObject[] {
  if (!sorting) return rows;
  const sign = sorting.order === 'asc' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, by: sortValue(row[sorting.key]) }));
  keyed.sort((a, b) => {
    if (a.by === null || b.by === null) return Number(a.by === null) - Number(b.by === null);
    if (typeof a.by === 'number' && typeof b.by === 'number') return sign * (a.by - b.by);
    return sign * String(a.by).localeCompare(String(b.by));
  });
  return keyed.map(({ row }) => row);
}
