import type { Period, VisitCounts, VisitDay, VisitReport } from '@/api/visits';
import { addDays, utcDay } from '@/lib/days';
import { oneOf } from '@/lib/one-of';

/** Lengths of a period in days, as in the address. */
export const LENGTHS = ['7', '28', '90', '365'] as const;
export type Length = (typeof LENGTHS)[number];
export const DEFAULT_LENGTH: Length = '28';

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

/** How much of the period before a report was counted. */
export type Counted = 'all' | 'part' | 'none';

/** Returns how much of the previous period was counted. */
export function countedBefore({ from, to, countingSince }: Counting): Counted {
  if (countingSince === null || countingSince >= from) return 'none';
  return countingSince > periodBefore({ from, to }).from ? 'part' : 'all';
}

type Counting = Pick<VisitReport, 'from' | 'to' | 'countingSince'>;

/** Returns the number of days of a report. */
export function daysOf({ from, to }: Pick<VisitReport, 'from' | 'to'>): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

const NONE: VisitCounts = { visits: 0, views: 0, engaged: 0, contacts: 0, conversions: 0, valueCents: 0 };

/** Returns every counted day of a report; days without visits are zero. Days before counting began are left out. */
export function everyDay({ from, to, days, countingSince }: Counting & Pick<VisitReport, 'days'>): VisitDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const first = countingSince !== null && countingSince > from && countingSince <= to ? countingSince : from;
  return Array.from({ length: daysOf({ from: first, to }) }, (_, at) => {
    const day = addDays(first, at);
    return known.get(day) ?? { day, ...NONE };
  });
}

/** True if nothing has been reported in the period, in the previous one, or lately. */
export function isSilent({ totals, previous, bots, lastEventAt }: VisitReport): boolean {
  return totals.visits === 0 && previous.visits === 0 && bots === 0 && lastEventAt === null;
}
