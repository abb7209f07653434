import {
  formatDate,
  formatFixed,
  formatMinutes,
  formatMoney,
  formatNumber,
  formatPercent,
  NO_VALUE,
} from '@/lib/format';
import { humanise } from '@/lib/words';

export type Scalar = string | number | boolean | null;
export type Json = Scalar | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the result of a run as the JSON that it is, or null if there is none. */
export function jsonResult(result: unknown): JsonObject | null {
  return isObject(result) ? result : null;
}

export function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Converts typed rows of a result to JSON, for generic tables. */
export function jsonRows(rows: readonly object[]): JsonObject[] {
  return rows as JsonObject[];
}

/** An uncertain value in any form written by the engines. */
export interface Interval {
  low: number;
  mid: number;
  high: number;
  isMoney: boolean;
  currency: string | null;
}

const SHAPES: readonly (readonly [low: string, mid: string, high: string])[] = [
  ['p10Cents', 'p50Cents', 'p90Cents'],
  ['lowCents', 'midCents', 'highCents'],
  ['p10', 'p50', 'p90'],
  ['low', 'mid', 'high'],
  ['lo', 'effect', 'hi'],
  ['lo', 'value', 'hi'],
  ['pessimistic', 'realistic', 'optimistic'],
];

/** Members that an interval may have besides its three points. */
const BESIDE = ['mean', 'meanCents', 'currency'];

/**
 * Returns the value as an interval; null if it is not one, or contains several. Its middle is the mean where there is one,
 * because that is what the arithmetic and other screens state.
 */
export function intervalOf(value: unknown): Interval | null {
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  const shape = SHAPES.find((each) => each.every((key) => typeof value[key] === 'number'));
  if (!shape || keys.some((key) => !shape.includes(key) && !BESIDE.includes(key))) return null;
  const [low, median, high] = shape.map((key) => value[key] as number) as [number, number, number];
  const mean = value.meanCents ?? value.mean;
  const mid = typeof mean === 'number' ? mean : median;
  const currency = typeof value.currency === 'string' ? value.currency : null;
  return { low, mid, high, isMoney: shape[0].endsWith('Cents'), currency };
}

const SHARES =
  /(share|probability|confidence|density|jaccard|overlap|chance|coverage|coverage80|coverage95|relative|mde_relative|rate|saturation|falseShare|cited|similarity|breakEven|weight)$/i;
const WEIGHTS = /^(riskWeight|weight)$/;

/** Members that are probabilities of chance; none is ever shown as zero. */
const PROBABILITIES = /^(p|pAdjusted|permutationP|trendP|q|qValue)$/;
const LEAST_PROBABILITY = 0.001;

/** Returns a p-value with three decimals, never as a percentage. */
export function formatProbability(value: number | null | undefined): string {
  if (value != null && value >= 0 && value < LEAST_PROBABILITY) return `< ${LEAST_PROBABILITY}`;
  return formatFixed(value, 3);
}

/** Returns true for fields that are shares by name and size. */
export function isShare(key: string, value: number): boolean {
  return SHARES.test(key) && !WEIGHTS.test(key) && Math.abs(value) <= 5;
}

/** Returns true for fields whose numbers have no format of their own, such as years and probabilities of chance. */
export function isPlainNumber(key: string): boolean {
  return !PROBABILITIES.test(key) && !/Minutes$/.test(key) && !/^year$/i.test(key);
}

/** A value out of a fixed list, such as `two_sided`. */
const WORD_OF_MACHINES = /^[a-z]{2,}((_[a-z]+)+|([A-Z][a-z]+)+)$/;

/** Members whose values people or websites wrote. */
const WRITTEN = /^(query|keyword|term|text|texts|title|heading|domain|site|page|url|host)$/;
function isMachineWord(key: string, value: string): boolean {
  return !WRITTEN.test(key) && WORD_OF_MACHINES.test(value);
}

const TIER = /^tier\d$/;
const DAY = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;

/** Returns a value as text; the name of its member decides whether it is money, a share or a plain number. */
export function formatValue(key: string, value: Scalar, currency = 'USD'): string {
  if (value === null || value === '') return NO_VALUE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatFigure(key, value, currency);
  if (DAY.test(value)) return formatDate(value);
  if (TIER.test(value)) return value.replace('tier', 'Tier ');
  return isMachineWord(key, value) ? humanise(value).toLowerCase() : value;
}

function formatFigure(key: string, value: number, currency: string): string {
  if (key.endsWith('Cents')) return formatMoney(value, currency);
  if (/Minutes$/.test(key)) return formatMinutes(value);
  if (/^year$/i.test(key)) return String(value);
  if (isShare(key, value)) return formatPercent(value);
  if (PROBABILITIES.test(key)) return formatProbability(value);
  const size = Math.abs(value);
  return formatNumber(value, size >= 100 ? 0 : size >= 1 ? 2 : 4);
}

/** Mean of an interval with its bounds. */
export function formatInterval(key: string, { low, mid, high, isMoney, currency }: Interval, fallback = 'USD'): string {
  const unit = isMoney ? `${key}Cents` : key;
  // All three have the precision of the middle: "641 (60 to 2,004)".
  const isPlain = !isMoney && ![low, mid, high].some((value) => isShare(key, value)) && Math.abs(mid) >= 100;
  const text = (value: number) => (isPlain ? formatNumber(value, 0) : formatValue(unit, value, currency ?? fallback));
  return low === high ? text(mid) : `${text(mid)} (${text(low)} to ${text(high)})`;
}

/** Formats any value as one line of text, never as raw JSON. */
export function textOf(key: string, value: Json, currency = 'USD'): string {
  if (isScalar(value)) return formatValue(key, value, currency);
  const interval = intervalOf(value);
  if (interval) return formatInterval(key, interval, currency);
  if (Array.isArray(value))
    return value.length === 0 ? NO_VALUE : value.map((each) => textOf(key, each, currency)).join(', ');
  return Object.entries(value)
    .map(([name, each]) => `${name.replace(/Cents$/, '')} ${textOf(name, each, currency)}`)
    .join(', ');
}
