import type { MarketValue } from '@/api/market-data';
import { cents } from '@/components/markets/market-words';
import { formatMoney, formatNumber } from '@/lib/format';

const NAMES: Record<MarketValue['kind'], string> = {
  payout: 'Payout',
  cpc: 'CPC',
  demand: 'Demand',
  tiers: 'Tiers',
  place: 'Place',
};

type Body = Record<string, unknown>;

const body = (value: MarketValue): Body => value.value as Body;
const text = (of: Body, name: string): string => (typeof of[name] === 'string' ? String(of[name]) : '');
const number = (of: Body, name: string): number | null => (typeof of[name] === 'number' ? Number(of[name]) : null);

/** What a value overrides, e.g. "Payout of plumbing in OK". */
export function subjectOf(value: MarketValue): string {
  const of = body(value);
  if (value.kind === 'place')
    return [text(of, 'name'), text(of, 'state'), text(of, 'country')].filter(Boolean).join(', ');
  const vertical = text(of, 'vertical') || text(of, 'slug') || 'all verticals';
  const city = text(of, 'city') || text(of, 'place');
  const where = city ? ` in place ${city}` : text(of, 'state') ? ` in ${text(of, 'state')}` : '';
  return `${NAMES[value.kind]} of ${vertical}${where}`;
}

/** The value in words, e.g. "$120 per lead ($80 to $150)". */
export function valueText(value: MarketValue): string {
  const of = body(value);
  const source = text(of, 'source');
  return [amountOf(value, of), source].filter(Boolean).join(', ');
}

function amountOf({ kind }: MarketValue, of: Body): string {
  switch (kind) {
    case 'payout': {
      const [low, high] = [number(of, 'lowCents'), number(of, 'highCents')];
      const currency = text(of, 'currency') || 'USD';
      const range =
        low === null && high === null ? '' : ` (${formatMoney(low, currency)} to ${formatMoney(high, currency)})`;
      return `${formatMoney(number(of, 'amountCents'), currency)} per ${text(of, 'unit') || 'lead'}${range}`;
    }
    case 'cpc':
      return cents(number(of, 'cpcCents') ?? Number.NaN);
    case 'demand': {
      const rate = number(of, 'searchesPer100kMonth');
      return rate === null
        ? `${formatNumber(number(of, 'searches'), 0)} monthly search volume`
        : `${formatNumber(rate)} monthly search volume per 100,000 people`;
    }
    case 'tiers':
      return `tier 1 from ${formatMoney(number(of, 'tier1Cents'))}, tier 2 from ${formatMoney(number(of, 'tier2Cents'))} a month`;
    case 'place':
      return `${formatNumber(number(of, 'population'), 0)} people`;
  }
}
