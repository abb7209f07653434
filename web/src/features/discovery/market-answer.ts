import type { ActionResult } from '@/api/engine-results';
import { flagTexts, TIERS } from '@/components/markets/market-words';
import { formatMoney, formatPercent } from '@/lib/format';

type Explained = ActionResult<'local.explain'>;

interface MarketAnswer {
  /** Expected profit with its period, the chance to rank, and the tier. */
  sentence: string;
  /** Interval of the profit, and the first year; null if the profit is unknown. */
  note: string | null;
}

/** What a market is expected to bring. */
export function marketAnswer({ market, currency }: Pick<Explained, 'market' | 'currency'>): MarketAnswer {
  const { profitMonth, profit12, winChance, tier } = market;
  if (!profitMonth || !profit12) {
    const missing = flagTexts(market.flags).join('; ');
    return { sentence: `The profit of a site is unknown here${missing ? `: ${missing}` : ''}.`, note: null };
  }
  const text = (cents: number) => formatMoney(cents, currency, { compact: true });
  const earns = (cents: number) => (cents < 0 ? `lose ${text(-cents)}` : `earn ${text(cents)}`);
  const label = TIERS.find(({ value }) => value === tier)?.label ?? 'no tier, because the confidence is too low';
  return {
    sentence:
      `A site here is expected to ${earns(profitMonth.meanCents)} a month after costs, with a ` +
      `${formatPercent(winChance.mean, 0)} chance of reaching the top 10: ${label}.`,
    note:
      `80% interval of the monthly profit: ${text(profitMonth.p10Cents)} to ${text(profitMonth.p90Cents)}, from the ` +
      `second year on. In its first year it is expected to ${earns(profit12.meanCents)}.`,
  };
}
