import { formatDate, formatMinutes, formatMoney, formatMonth, formatNumber } from './format';
import { humanise } from './words';

/** Units that engines write after an amount. */
const UNITS = 'USD|EUR|cents';

/** Not within an address, a file name or a longer number. */
const BEFORE = '(?<![\\w./:?=&#-])';
const AFTER = '(?![\\w/-]|\\.\\w)';

const DATE = new RegExp(`${BEFORE}(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])(-[0-3]\\d)?${AFTER}`, 'g');
const AMOUNT = new RegExp(`${BEFORE}(-?\\d[\\d,]*(?:\\.\\d+)?) (${UNITS})\\b`, 'g');
const COUNT = new RegExp(
  `${BEFORE}\\d{5,12}(?= (?:clicks|impressions|visits|leads|(?:to|of) \\d))|(?<=\\d (?:to|of) )\\d{5,12}\\b`,
  'g',
);
const MINUTES = new RegExp(`${BEFORE}(\\d{3,6}) minutes\\b`, 'g');

/**
 * A sentence of the server as the reader prefers it: days, months and numbers in the chosen format, amounts with the sign
 * of the currency, durations of 100 minutes and more in hours, fields by their names. Addresses and file names stay as
 * they are.
 */
export function readable(text: string): string {
  return text
    .replace(DATE, (date: string, day?: string) => (day ? formatDate(date) : formatMonth(date)))
    .replace(AMOUNT, (_, amount: string, unit: string) => money(Number(amount.replaceAll(',', '')), unit))
    .replace(COUNT, (count: string) => formatNumber(Number(count), 0))
    .replace(MINUTES, (_, minutes: string) => formatMinutes(Number(minutes)))
    .replace(/(\d) %/g, '$1%')
    .replace(/`([a-z][a-zA-Z]*)`/g, (_, field: string) => `“${humanise(field)}”`);
}

const ADDRESS = /https?:\/\/([^\s/"]+)(\/[^\s"]*)?/g;

/**
 * A title of the server as the reader prefers it. Addresses of one website are shown by their paths: its name is on the
 * page already, and the end of the address is what differs.
 */
export function readableTitle(text: string): string {
  const hosts = new Set([...text.matchAll(ADDRESS)].map(([, host]) => host));
  const short = hosts.size === 1 ? text.replace(ADDRESS, (_, _host, path?: string) => path ?? '/') : text;
  return readable(short);
}

function money(amount: number, unit: string): string {
  return unit === 'cents' ? formatMoney(amount) : formatMoney(Math.round(amount * 100), unit);
}
