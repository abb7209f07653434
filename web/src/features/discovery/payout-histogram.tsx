import { BarList } from '@/components/charts/bar-list';
import { formatMoney, plural } from '@/lib/format';
import type { ScanMarket } from './discovery-state';
import { histogram } from './map-steps';

/** How many of the shown markets pay how much per lead. */
export function PayoutHistogram({ markets, currency }: { markets: readonly ScanMarket[]; currency: string }) {
  const payouts = markets.flatMap(({ payout }) => (payout ? [payout.meanCents / 100] : []));
  const bins = histogram(payouts);
  if (bins.length === 0) return <p className="text-[0.8125rem] text-muted-foreground">No payout is known.</p>;
  const money = (dollars: number) => formatMoney(dollars * 100, currency, { compact: true });
  return (
    <BarList
      label="Markets by payout"
      bars={bins.map(({ from, to, count }) => ({
        id: String(from),
        label: `${money(from)} to ${money(to)}`,
        value: count,
        text: plural(count, 'market'),
      }))}
    />
  );
}
