import type { Period, VisitCounts, VisitDay, VisitReport } from '@/api/visits';
import { addDays, utcDay } from '@/lib/days';
import { oneOf } from '@/lib/one-of';

/** Lengths of a period in days, as in the address. */
export const LENGTHS = ['7', '28', '90', '365'] as const;
export type Length = (typeof LENGTHS)[number];
export const DEFAULT_LENGTH: Length = '28';
export const LONGEST: Length = '365';

const DAY_MS = 86_400_000;

/** Returns the length that an address names, or the default. */
export function lengthOf(text: string): Length {
  return oneOf(LENGTHS, text) ?? DEFAULT_LENGTH;
}

/** Returns the last days up to today, in UTC. */
export function periodOf(length: Length, now: number): Period {
  return { from: addDays(utcDay(now), 1 - Number(length)), to: utcDay(now) };
}

/** Returns as many days before. */
export function periodBefore({ from, to }: Period): Period {
  const days = daysOf({ from, to });
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

/** Growth above which the previous period may have been counted only in part. */
const GROWTH = 1.5;

/** True if the visits grew so much that counting may have begun within the previous period. */
export function isSteep({ totals, previous }: VisitReport): boolean {
  return previous.visits > 0 && totals.visits > GROWTH * previous.visits;
}

/** Returns the first day with a visit of a period whose first tenth has none; otherwise null. */
export function lateStart(report: Pick<VisitReport, 'from' | 'to' | 'days'>): string | null {
  const first = report.days[0]?.day;
  if (first === undefined) return null;
  const gap = (Date.parse(first) - Date.parse(report.from)) / DAY_MS;
  return gap >= Math.max(1, daysOf(report) / 10) ? first : null;
}

/** Returns the number of days of a report. */
export function daysOf({ from, to }: Pick<VisitReport, 'from' | 'to'>): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

const NONE: VisitCounts = { visits: 0, views: 0, engaged: 0, contacts: 0, conversions: 0, valueCents: 0 };

/** Returns every day of a report; days without visits are zero. */
export function everyDay({ from, to, days }: Pick<VisitReport, 'from' | 'to' | 'days'>): VisitDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: daysOf({ from, to }) }, (_, at) => {
    const day = addDays(from, at);
    return known.get(day) ?? { day, ...NONE };
  });
}

/** True if nothing has been reported in the period, in the previous one, or lately. */
export function isSilent({ totals, previous, bots, lastEventAt }: VisitReport): boolean {
  return totals.visits === 0 && previous.visits === 0 && bots === 0 && lastEventAt === null;
}
