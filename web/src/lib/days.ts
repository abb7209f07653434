/** Days in the calendar as "2026-05-01". A day is text: it has no time zone, and none may move it. */

import { formats } from './formats';

const DAY_MS = 86_400_000;

/** The day on which a moment (milliseconds since 1970) falls in UTC, as the server counts its days. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The day on which a moment falls for the reader: in the chosen zone, or in the zone of the browser. */
export function localDay(moment: Date): string {
  // Swedish dates are written as ISO 8601 has them.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: formats().timeZone ?? undefined }).format(moment);
}

/** The day so many days after another, or before it if the count is negative. */
export function addDays(day: string, count: number): string {
  return utcDay(Date.parse(day.slice(0, 10)) + count * DAY_MS);
}
