import { formatDate, formatMinutes, formatMoney, formatMonth, formatNumber } from './format';

/** Currencies that engines write after an amount. */
const CURRENCIES = 'USD|EUR|GBP|CAD|AUD|NZD|CHF|JPY|INR|SEK|NOK|DKK|PLN|BRL|MXN';

/** Not within an address, a file name or a longer number. */
const BEFORE = '(?<![\\w./:?=&#-])';
const AFTER = '(?![\\w/-]|\\.\\w)';

const DAY = new RegExp(`${BEFORE}(\\d{4}-(?:0[1-9]|1[0-2])-[0-3]\\d)${AFTER}`, 'g');
const MONTH = new RegExp(`${BEFORE}((?:19|20)\\d{2}-(?:0[1-9]|1[0-2]))${AFTER}`, 'g');
const AMOUNT = new RegExp(`${BEFORE}(-?\\d[\\d,]*(?:\\.\\d+)?) (${CURRENCIES})\\b`, 'g');
const CENTS = new RegExp(`${BEFORE}(\\d+) cents\\b`, 'g');
const COUNT = new RegExp(
  `${BEFORE}(\\d{5,12})(?= (?:(?:clicks|impressions|visits|sessions|leads|queries|keywords|people|rows)\\b|to \\d))|(?<=\\d to )(\\d{5,12})\\b`,
  'g',
);
const MINUTES = new RegExp(`${BEFORE}(\\d{2,6}) minutes\\b`, 'g');
/** A sentence of an engine that begins with the name of a metric. */
const METRIC_FIRST = /^(?:clicks|impressions|visits|leads|conversions|position)\b/;

/**
 * A sentence of the server as the reader prefers it: days, months and numbers in the chosen format, amounts with the sign
 * of the currency, long durations in hours. Addresses and file names stay as they are.
 */
export function readable(text: string): string {
  return text
    .replace(DAY, (day: string) => formatDate(day))
    .replace(MONTH, (month: string) => formatMonth(month))
    .replace(AMOUNT, (_, amount: string, currency: string) => money(amount, currency))
    .replace(CENTS, (_, cents: string) => formatMoney(Number(cents)))
    .replace(COUNT, (count: string) => formatNumber(Number(count), 0))
    .replace(MINUTES, (written: string, minutes: string) => (Number(minutes) < 60 ? written : hours(minutes)))
    .replace(/(\d) %/g, '$1%')
    .replace(/(^|[\s(])x (?=\d)/g, '$1× ')
    .replace(METRIC_FIRST, (metric) => `${metric.charAt(0).toUpperCase()}${metric.slice(1)}`);
}

function money(amount: string, currency: string): string {
  return formatMoney(Math.round(Number(amount.replaceAll(',', '')) * 100), currency);
}

function hours(minutes: string): string {
  return formatMinutes(Number(minutes));
}
