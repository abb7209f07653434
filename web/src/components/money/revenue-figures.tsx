import type { RevenueMetrics } from '@/api/leads';
import { formatMoney, formatPercent, NO_VALUE } from '@/lib/format';

function projected(
  { lowCents, midCents, highCents }: NonNullable<RevenueMetrics['projection']>,
  money: (cents: number) => string,
): string {
  return lowCents === highCents ? money(midCents) : `${money(midCents)} (${money(lowCents)} to ${money(highCents)})`;
}

/** Sums over the ledger, every cent shown. */
export function RevenueFigures({ metrics }: { metrics: RevenueMetrics }) {
  const money = (cents: number) => formatMoney(cents, metrics.currency, { exact: true });
  const { projection } = metrics;
  const isRange = projection !== null && projection.lowCents !== projection.highCents;
  const figures: [string, string][] = [
    ['Today', money(metrics.dailyRevenueCents)],
    ['This month', money(metrics.monthlyRevenueCents)],
    [
      isRange ? 'Projected month (80% interval)' : 'Projected month',
      projection ? projected(projection, money) : 'Needs 14 days of revenue',
    ],
    ['Total', money(metrics.totalRevenueCents)],
    ['Costs', money(metrics.totalCostsCents)],
    ['Profit margin', metrics.profitMargin === null ? NO_VALUE : formatPercent(metrics.profitMargin)],
    ['ROI', metrics.roi === null ? NO_VALUE : formatPercent(metrics.roi, 0)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-5 pt-4 pb-5 sm:flex sm:flex-wrap">
      {figures.map(([name, text]) => (
        <div key={name}>
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="font-medium tabular">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
