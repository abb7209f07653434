import type { ActionResult } from '@/api/engine-results';
import { flagTexts, TIERS } from '@/components/markets/market-words';
import { formatMoney, formatPercent } from '@/lib/format';

type Explained = ActionResult<'local.explain'>;

/** What a market is worth, in one sentence with amount, unit and period. */
export function marketAnswer({ market, currency }: Pick<Explained, 'market' | 'currency'>): string {
  const { profitMonth, profit12, winChance, tier } = market;
  if (!profitMonth || !profit12) {
    const missing = flagTexts(market.flags).join('; ');
    return `The profit of a site is unknown here${missing ? `: ${missing}` : ''}.`;
  }
  const text = (cents: number) => formatMoney(cents, currency, { compact: true });
  const label = TIERS.find(({ value }) => value === tier)?.label ?? 'no tier, because the confidence is too low';
  return (
    `A site here is expected to earn ${text(profitMonth.meanCents)} of profit a month ` +
    `(80% interval: ${text(profitMonth.p10Cents)} to ${text(profitMonth.p90Cents)}) and ` +
    `${text(profit12.meanCents)} in its first year, with a ${formatPercent(winChance.mean, 0)} chance of reaching the ` +
    `top 10: ${label}.`
  );
}
