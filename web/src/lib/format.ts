/** Numbers, money and times as people read them. Null is an em dash, never a zero; time comes in as an argument. */

import { DATE_STYLES, formats, NUMBER_STYLES } from './formats';

export const NO_VALUE = '—';

/** Language of the app. Number separators and date order follow the user's preferences. */
const LOCALE = 'en-US';

// To make one takes far longer than to use it, and tables hold hundreds of numbers.
const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

function kept<T>(all: Map<string, T>, key: string, make: () => T): T {
  const known = all.get(key);
  if (known !== undefined) return known;
  const made = make();
  all.set(key, made);
  return made;
}

/** A number in the app's language, with the reader's marks. */
function written(value: number, options: Intl.NumberFormatOptions): string {
  const format = kept(numbers, JSON.stringify(options), () => new Intl.NumberFormat(LOCALE, options));
  const style = formats().numbers;
  if (style === '1,234.5') return format.format(value);
  const marks: Partial<Record<Intl.NumberFormatPartTypes, string>> = NUMBER_STYLES[style];
  return format
    .formatToParts(value)
    .map((part) => marks[part.type] ?? part.value)
    .join('');
}

/** A day, or a day and its time, as the reader prefers. */
function dated(date: Date, parts: 'day' | 'both', timeZone: string | undefined): string {
  const { locale, day, time } = DATE_STYLES[formats().dates];
  const options = { ...day, ...(parts === 'both' ? time : {}), timeZone };
  const key = `${locale} ${parts} ${timeZone}`;
  return kept(dates, key, () => new Intl.DateTimeFormat(locale, options)).format(date);
}

/** The reader's zone. */
function zone(): string | undefined {
  return formats().timeZone ?? undefined;
}

/** Whole or fractional number with grouping, e.g. 12,345.6. */
export function formatNumber(value: number | null | undefined, maximumFractionDigits = 1): string {
  if (value == null || !Number.isFinite(value)) return NO_VALUE;
  return written(value, { maximumFractionDigits });
}

/** Number with this many decimals, so that a column is aligned, e.g. 12.0. */
export function formatFixed(value: number | null | undefined, digits: number): string {
  if (value == null || !Number.isFinite(value)) return NO_VALUE;
  return written(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Short number for tiles, e.g. 12.3K; put the exact value in its title. */
export function formatCompact(value: number | null | undefined): string {
  if (value == null || !Number.isFinite(value)) return NO_VALUE;
  return written(value, { notation: 'compact', maximumFractionDigits: 1 });
}

/** Ratio 0 to 1 as a percentage. */
export function formatPercent(ratio: number | null | undefined, maximumFractionDigits = 1): string {
  if (ratio == null || !Number.isFinite(ratio)) return NO_VALUE;
  return written(ratio, { style: 'percent', maximumFractionDigits });
}

/** Ratio 0 to 1 as a percentage with this many decimals, so that a column is aligned, e.g. 12.0%. */
export function formatPercentFixed(ratio: number | null | undefined, digits: number): string {
  if (ratio == null || !Number.isFinite(ratio)) return NO_VALUE;
  return written(ratio, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Confidence 0 to 1 as a percentage; never 100%, because nothing that is estimated is certain. */
export function formatConfidence(ratio: number | null | undefined): string {
  return ratio != null && ratio >= 0.995 ? 'over 99%' : formatPercent(ratio, 0);
}

/** A change as a percentage with its sign. */
export function formatChange(ratio: number | null | undefined): string {
  if (ratio == null || !Number.isFinite(ratio)) return NO_VALUE;
  return written(ratio, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
}

/**
 * Integer cents in a currency; whole units from 100 units on (10 when compact), and then thousands as K with one decimal
 * when compact, so that a column is aligned. Every cent when exact.
 */
export function formatMoney(
  cents: number | null | undefined,
  currency = 'USD',
  options: { compact?: boolean; exact?: boolean } = {},
): string {
  if (cents == null || !Number.isFinite(cents)) return NO_VALUE;
  const amount = cents / 100;
  const isShort = options.compact && Math.abs(amount) >= 1_000;
  const isWhole = Math.abs(amount) >= (options.compact ? 10 : 100) || Number.isInteger(amount);
  const digits = isShort ? 1 : isWhole && !options.exact ? 0 : 2;
  return written(amount, {
    style: 'currency',
    currency,
    // From 100K on the decimal says little, and labels of axes have no room for it.
    minimumFractionDigits: isShort && Math.abs(amount) >= 100_000 ? 0 : digits,
    maximumFractionDigits: digits,
    notation: isShort ? 'compact' : 'standard',
  });
}

/** Dollars of millionths of a dollar; amounts below a cent with all their decimals. */
export function formatMicros(micros: number | null | undefined): string {
  if (micros == null || !Number.isFinite(micros)) return NO_VALUE;
  const isSmall = micros > 0 && micros < 10_000;
  return dollars(micros, isSmall ? 6 : 2);
}

/** Price of a unit in dollars, of millionths of a dollar, with all its decimals. */
export function formatUnitPrice(micros: number | null | undefined): string {
  return micros == null || !Number.isFinite(micros) ? NO_VALUE : dollars(micros, 6);
}

function dollars(micros: number, maximumFractionDigits: number): string {
  const options = { style: 'currency', currency: 'USD', minimumFractionDigits: 2 } as const;
  return written(micros / 1_000_000, { ...options, maximumFractionDigits });
}

/** Sign of a currency before an amount, e.g. "$"; its code if it has none. */
export function currencySign(code: string | null | undefined): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code ?? 'USD',
    currencyDisplay: 'narrowSymbol',
  });
  return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '$';
}

/** Low to high of an estimate, e.g. "$120 – $480". */
export function formatMoneyRange(range: { lowCents: number; highCents: number; currency: string } | null): string {
  if (!range) return NO_VALUE;
  const low = formatMoney(range.lowCents, range.currency, { compact: true });
  const high = formatMoney(range.highCents, range.currency, { compact: true });
  return low === high ? low : `${low} – ${high}`;
}

/**
 * Average search position with one decimal, so that positions of a list are aligned; nothing found within the first
 * hundred reads ">100", unknown is a dash. Rounds the stored value itself, as texts of the server do: 8.95 is 8.9.
 */
export function formatPosition(position: number | null | undefined): string {
  if (position == null || !Number.isFinite(position)) return NO_VALUE;
  if (position > 100) return '>100';
  return formatFixed(tenthOf(position), 1);
}

/** The nearest tenth of the stored value, and of two equally near ones the even one. */
function tenthOf(value: number): number {
  // Only quarters such as 5.25 lie exactly in the middle: other hundredths have no exact binary value.
  if (Number.isInteger(value * 4) && !Number.isInteger(value * 2)) return (2 * Math.round(value * 5)) / 10;
  return Number(value.toFixed(1));
}

/** Score from 0 to 100 with one decimal, rounded like the texts of the server. */
export function formatScore(score: number | null | undefined): string {
  return score == null || !Number.isFinite(score) ? NO_VALUE : formatFixed(tenthOf(score), 1);
}

/** Position on a results page of a single check: 4, or ">100". */
export function formatRank(rank: number | null | undefined): string {
  return rank != null && rank > 100 ? '>100' : formatNumber(rank, 1);
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

const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

/** "2 minutes ago", "in 3 days"; within a minute "just now". */
export function formatRelative(at: string | number | Date | null | undefined, now: number): string {
  if (at == null) return NO_VALUE;
  const time = new Date(at).getTime();
  if (Number.isNaN(time)) return NO_VALUE;
  const distance = time - now;
  const step = STEPS.find(([, size]) => Math.abs(distance) >= size);
  if (!step) return 'just now';
  const [unit, size] = step;
  return RELATIVE.format(Math.round(distance / size), unit);
}

/** Date and time in the reader's zone. */
export function formatDateTime(at: string | number | Date | null | undefined): string {
  if (at == null) return NO_VALUE;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return NO_VALUE;
  return dated(date, 'both', zone());
}

/** A day as the calendar has it: "2026-05-01", or the midnight in UTC by which the API names a day. No zone moves it. */
const DAY = /^[\d-]{10}(T00:00:00(\.0+)?Z)?$/;

/** A day of data, without regard to zones. */
export function formatDay(day: string | null | undefined): string {
  return formatDate(day?.slice(0, 10));
}

/** The day of a moment in the reader's zone. A day of the calendar remains the day that it names. */
export function formatDate(at: string | number | Date | null | undefined): string {
  if (at == null) return NO_VALUE;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return NO_VALUE;
  return dated(date, 'day', typeof at === 'string' && DAY.test(at) ? 'UTC' : zone());
}

/** A month ("2026-11") in words; other text is returned unchanged. */
export function formatMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  if (!/^\d{4}-\d{2}$/.test(month) || Number.isNaN(date.getTime())) return month;
  const { locale } = DATE_STYLES[formats().dates];
  const length = locale === 'sv-SE' ? '2-digit' : 'short';
  return date.toLocaleDateString(locale, { year: 'numeric', month: length, timeZone: 'UTC' });
}

/** "1 keyword", "2 keywords". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count, 0)} ${count === 1 ? one : many}`;
}
