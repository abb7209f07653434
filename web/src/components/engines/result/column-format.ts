import { formatFixed, formatMoney, formatPercentFixed } from '@/lib/format';
import { intervalOf, isPlainNumber, isShare, type Json, type JsonObject } from './value';

/** Writes a number of a column. */
type Write = (value: number) => string;

/**
 * Returns how all numbers of a column are written, so that they have the same decimals and are aligned; null if the
 * column has other values, or values that this precision would show as zero.
 */
export function columnFormat(key: string, rows: readonly JsonObject[], currency: string): Write | null {
  const numbers = rows.flatMap((row) => numbersOf(row[key] ?? null));
  if (numbers.length === 0) return null;
  const isMoney = key.endsWith('Cents') || rows.some((row) => intervalOf(row[key])?.isMoney);
  if (isMoney) return moneyFormat(numbers, currencyOf(key, rows) ?? currency);
  if (!isPlainNumber(key)) return null;
  if (numbers.every((value) => isShare(key, value))) return shareFormat(numbers);
  const digits = digitsOf(numbers);
  return isLost(numbers, digits) ? null : (value) => formatFixed(value, digits);
}

/** Writes a value of the column: a number, or an interval with its bounds. */
export function columnText(write: Write, value: Json): string | null {
  if (typeof value === 'number') return write(value);
  const interval = intervalOf(value);
  if (!interval) return null;
  const { low, mid, high } = interval;
  return low === high ? write(mid) : `${write(mid)} (${write(low)} to ${write(high)})`;
}

function numbersOf(value: Json): number[] {
  if (typeof value === 'number') return [value];
  const interval = intervalOf(value);
  return interval ? [interval.low, interval.mid, interval.high] : [];
}

function currencyOf(key: string, rows: readonly JsonObject[]): string | null {
  for (const row of rows) {
    const currency = intervalOf(row[key])?.currency;
    if (currency) return currency;
  }
  return null;
}

function largestOf(numbers: readonly number[]): number {
  return numbers.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

/** Whole units in a column with an amount of 100 units or more, unless it has amounts below one unit. */
function moneyFormat(cents: readonly number[], currency: string): Write {
  const isWhole = largestOf(cents) >= 10_000 && !isLost(cents, -2);
  if (isWhole) return (value) => formatMoney(Math.round(value / 100) * 100, currency);
  const hasCents = cents.some((value) => Math.round(value) % 100 !== 0);
  return (value) => formatMoney(value, currency, { exact: hasCents && largestOf(cents) < 10_000 });
}

function shareFormat(shares: readonly number[]): Write | null {
  const digits = shares.every((share) => Math.abs(share * 100 - Math.round(share * 100)) < 1e-9) ? 0 : 1;
  return isLost(
    shares.map((share) => share * 100),
    digits,
  )
    ? null
    : (value) => formatPercentFixed(value, digits);
}

function digitsOf(numbers: readonly number[]): number {
  if (numbers.every(Number.isInteger)) return 0;
  const largest = largestOf(numbers);
  return largest >= 100 ? 0 : largest >= 10 ? 1 : largest >= 1 ? 2 : 4;
}

/** Whether a value other than zero would be written as zero. */
function isLost(numbers: readonly number[], digits: number): boolean {
  return numbers.some((value) => value !== 0 && Math.abs(value) < 0.5 * 10 ** -digits);
}
