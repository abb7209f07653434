import type { MetricPoint } from '@/api/performance';
import { addDays } from '@/lib/days';

const DAY_MS = 86_400_000;

/** Consecutive days, with null for days without measurement. */
export interface Daily {
  days: string[];
  values: (number | null)[];
}

/** Returns `count` days starting at `first`. */
export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Returns measurements as consecutive days. */
export function dense(series: readonly MetricPoint[]): Daily {
  const [first, last] = [series[0]?.t, series.at(-1)?.t];
  if (!first || !last) return { days: [], values: [] };
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  const known = new Map(series.map(({ t, v }) => [t, v]));
  const days = daysFrom(first, count);
  return { days, values: days.map((day) => known.get(day) ?? null) };
}

/** Returns the last `count` days up to the last measurement, known or not. */
export function lastDays(daily: Daily, count: number): Daily {
  const last = daily.days.at(-1);
  if (!last || count <= 0) return { days: [], values: [] };
  const days = daysFrom(addDays(last, 1 - count), count);
  const known = new Map(daily.days.map((day, index) => [day, daily.values[index] ?? null]));
  return { days, values: days.map((day) => known.get(day) ?? null) };
}

/**
 * Returns true if values of a result equal the measured ones wherever both are known, so that its steps are these days.
 */
export function agrees(figures: readonly (number | null)[], daily: Daily): boolean {
  const both = figures.flatMap((figure, index) => {
    const measured = daily.values[index];
    return figure === null || measured === null || measured === undefined ? [] : [[figure, measured] as const];
  });
  return both.length > 0 && both.every(([a, b]) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b)));
}
