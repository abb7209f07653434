import { currencySign, formatMoney, formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import { humanise } from '@/lib/words';

/** Digits that distinguish figures, without those that no source supports. */
const rounded = (value: number) => formatNumber(value, Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 2 : 4);

/** Units of the factors that are shown as percentages, with the words after the figure. */
const SHARES: Record<string, string> = { probability: '', share: '', 'leads/visit': ' of visits' };

/** A factor in the unit that a reader expects: cents as money, shares as percentages. */
export function factorText(value: number | null | undefined, unit: string, currency: string): string {
  if (value == null) return NO_VALUE;
  if (unit === 'cents/lead') return `${formatMoney(value, currency)} per lead`;
  if (unit.endsWith('/month')) return `${rounded(value)} a month`;
  const share = SHARES[unit];
  return share === undefined ? `${rounded(value)} ${unit}`.trim() : `${formatPercent(value, 2)}${share}`;
}

/** The range of a factor in its unit, without the words after it. */
export function factorRange(
  range: { p10: number; p90: number } | null | undefined,
  unit: string,
  currency: string,
): string {
  if (!range) return NO_VALUE;
  const one = (value: number) => {
    if (unit === 'cents/lead') return formatMoney(value, currency);
    return SHARES[unit] === undefined ? rounded(value) : formatPercent(value, 2);
  };
  return `${one(range.p10)} to ${one(range.p90)}`;
}

/** Steps whose numbers are amounts in cents. */
const AMOUNTS = ['revenueMonth', 'profitMonth', 'profit12'];

const NAMES: Record<string, string> = {
  visitors: 'Visitors a month',
  leads: 'Leads a month',
  acceptedLeads: 'Accepted leads a month',
  revenueMonth: 'Revenue a month',
  profitMonth: 'Profit a month',
  profit12: 'Profit of the first year',
};

/** The six digits that the engine calculates with: a reader who multiplies them gets the result to the cent. */
const exact = (value: number) => formatNumber(Number(value.toPrecision(6)), 9);

/** An amount with all its cents, and with parts of a cent if it has any. */
function exactMoney(cents: number, currency: string): string {
  return Number.isInteger(cents)
    ? formatMoney(cents, currency, { exact: true })
    : `${currencySign(currency)}${formatNumber(cents / 100, 6)}`;
}

const NUMBER = /\d+(?:\.\d+)?/g;

export interface StepText {
  name: string;
  formula: string;
  result: string;
}

/** A step of the calculation with the digits it was made with, signs of arithmetic and amounts of money. */
export function stepText(step: { name: string; formula: string; result: number }, currency: string): StepText {
  const { name, result } = step;
  const money = (cents: number) => exactMoney(cents, currency);
  const isDifference = name === 'profitMonth' || name === 'profit12';
  // In a product only the last factor is an amount.
  const formula = isDifference
    ? step.formula.replace(' cents', '').replace(NUMBER, (cents) => money(Number(cents)))
    : step.formula
        .replace(/(\d+(?:\.\d+)?) cents, rounded$/, (_, cents) => money(Number(cents)))
        .replace(/(^|[\sx])(\d+(?:\.\d+)?)(?=$| )/g, (_, before, figure) => before + exact(Number(figure)));
  return {
    name: NAMES[name] ?? humanise(name),
    formula: formula.replaceAll(' x ', ' × ').replace(' - ', ' − '),
    result: AMOUNTS.includes(name) ? money(result) : exact(result),
  };
}
