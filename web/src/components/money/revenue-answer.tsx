import type { RevenueMetrics } from '@/api/leads';
import { Answer } from '@/components/ui/answer';
import { formatMoney } from '@/lib/format';

/** Says what the sites earn; nothing before the first revenue. */
export function RevenueAnswer({ metrics }: { metrics: RevenueMetrics | undefined }) {
  if (!metrics || metrics.totalRevenueCents === 0) return null;
  const { projection, currency } = metrics;
  const money = (cents: number) => formatMoney(cents, currency);
  const isRange = projection !== null && projection.lowCents !== projection.highCents;
  const interval = isRange ? ` (80% interval: ${money(projection.lowCents)} to ${money(projection.highCents)})` : '';
  const costs = metrics.totalCostsCents === 0 ? '' : ` for ${money(metrics.totalCostsCents)} of costs`;
  return (
    <Answer
      note={
        <>
          {projection ? `Projected for the whole month: ${money(projection.midCents)}${interval}. ` : ''}
          {money(metrics.totalRevenueCents)} in total{costs}, from the ledger after refunds.
        </>
      }
    >
      Your sites earned {money(metrics.monthlyRevenueCents)} this month.
    </Answer>
  );
}
