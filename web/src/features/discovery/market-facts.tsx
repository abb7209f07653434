import { flagTexts } from '@/components/markets/market-words';
import { formatNumber, formatPercent } from '@/lib/format';
import type { ScanMarket } from './discovery-state';
import { Amount, Demand, TierBadge, WinChance } from './market-cells';

/** The figures of a market by label, for the drawer and the comparison. */
export function marketFacts(market: ScanMarket, currency: string) {
  const months = market.paybackMonths;
  const notes = flagTexts(market.flags).join('; ');
  return [
    { label: 'Tier', value: <TierBadge tier={market.tier} /> },
    { label: 'Score', value: formatNumber(market.score, 0) },
    { label: 'Profit a month', value: <Amount money={market.profitMonth} currency={currency} /> },
    { label: 'Profit of the first year', value: <Amount money={market.profit12} currency={currency} /> },
    { label: 'Revenue a month', value: <Amount money={market.revenue} currency={currency} /> },
    { label: 'Cost of the first year', value: <Amount money={market.cost12} currency={currency} /> },
    { label: 'Payback', value: months == null ? 'Not within five years' : `${formatNumber(months, 0)} months` },
    { label: 'Win chance', value: <WinChance market={market} /> },
    { label: 'Demand', value: <Demand market={market} /> },
    { label: 'Payout', value: <Amount money={market.payout} currency={currency} /> },
    { label: 'Difficulty', value: formatNumber(market.difficulty, 0) },
    { label: 'Confidence', value: formatPercent(market.confidence, 0) },
    ...(notes ? [{ label: 'Notes', value: notes }] : []),
  ];
}

export function MarketFacts({ market, currency }: { market: ScanMarket; currency: string }) {
  return (
    <dl aria-label="Figures" className="grid grid-cols-2 gap-x-6 gap-y-3 text-[0.8125rem] sm:grid-cols-3">
      {marketFacts(market, currency).map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
