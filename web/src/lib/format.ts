/** Numbers, money and times as people read them. Null is an em dash, never a zero; time comes in as an argument. */

export const NO_VALUE = '—';

const LOCALE = 'en-US';

/** Whole or fractional number with grouping, e.g. 12,345.6. */
export function formatNumber(value: number | null | undefined, maximumFractionDigits = 1): string {
  if (value == null || !Number.isFinite(value)) return NO_VALUE;
  return new Intl.NumberFormat(LOCALE, { maximumFractionDigits }).format(value);
}

/** Short number for tiles, e.g. 12.3K; give the exact value in a title beside it. */
export function formatCompact(value: number | null | undefined): string {
  if (value == null || !Number.isFinite(value)) return NO_VALUE;
  return new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** Ratio 0 to 1 as a percentage. */
export function formatPercent(ratio: number | null | undefined, maximumFractionDigits = 1): string {
  if (ratio == null || !Number.isFinite(ratio)) return NO_VALUE;
  return new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits }).format(ratio);
}

/** Integer cents in a currency; whole units from 100 units on (10 when compact), and then thousands as K when compact. */
export function formatMoney(
  cents: number | null | undefined,
  currency = 'USD',
  options: { compact?: boolean } = {},
): string {
  if (cents == null || !Number.isFinite(cents)) return NO_VALUE;
  const amount = cents / 100;
  const isShort = options.compact && Math.abs(amount) >= 1_000;
  const isWhole = Math.abs(amount) >= (options.compact ? 10 : 100) || Number.isInteger(amount);
  const digits = isShort ? 1 : isWhole ? 0 : 2;
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    minimumFractionDigits: isShort ? 0 : digits,
    maximumFractionDigits: digits,
    notation: isShort ? 'compact' : 'standard',
  }).format(amount);
}

/** Low to high of an estimate, e.g. "$120 – $480". */
export function formatMoneyRange(range: { lowCents: number; highCents: number; currency: string } | null): string {
  if (!range) return NO_VALUE;
  const low = formatMoney(range.lowCents, range.currency, { compact: true });
  const high = formatMoney(range.highCents, range.currency, { compact: true });
  return low === high ? low : `${low} – ${high}`;
}

/** Average search position; nothing found within the first hundred reads ">100", unknown is a dash. */
export function formatPosition(position: number | null | undefined): string {
  if (position == null || !Number.isFinite(position)) return NO_VALUE;
  if (position > 100) return '>100';
  return formatNumber(position, 1);
}

/** File size, e.g. 1.2 MB. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${formatNumber(value, unit === 0 ? 0 : 1)} ${units[unit]}`;
}

/** Milliseconds as "340 ms", "2.4 s", "3 min 5 s". */
export function formatDuration(ms: number | null | undefined): string {
  if (ms == null || !Number.isFinite(ms)) return NO_VALUE;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${formatNumber(ms / 1000, 1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Minutes of work as "45 min" or "1 h 30 min". */
export function formatMinutes(minutes: number | null | undefined): string {
  if (minutes == null || !Number.isFinite(minutes)) return NO_VALUE;
  const whole = Math.round(minutes);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${formatNumber(hours, 0)} h` : `${formatNumber(hours, 0)} h ${rest} min`;
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "2 minutes ago", "in 3 days"; within a minute "just now". */
export function formatRelative(at: string | number | Date | null | undefined, now: number): string {
  if (at == null) return NO_VALUE;
  const time = new Date(at).getTime();
  if (Number.isNaN(time)) return NO_VALUE;
  const distance = time - now;
  const step = STEPS.find(([, size]) => Math.abs(distance) >= size);
  if (!step) return 'just now';
  const [unit, size] = step;
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(Math.round(distance / size), unit);
}

/** Date and time in the reader's zone. */
export function formatDateTime(at: string | number | Date | null | undefined): string {
  if (at == null) return NO_VALUE;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return NO_VALUE;
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** Date alone: a moment in the reader's zone, a plain day ("2026-05-01") as the day that it names. */
export function formatDate(at: string | number | Date | null | undefined): string {
  if (at == null) return NO_VALUE;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return NO_VALUE;
  const isDay = typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at);
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: isDay ? 'UTC' : undefined }).format(date);
}

/** "1 keyword", "2 keywords". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count, 0)} ${count === 1 ? one : many}`;
}
