import { BOUNDS, flagTexts, TIERS } from '@/components/markets/market-words';
import { Badge } from '@/components/ui/badge';
import { formatMoney, formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import type { ScanMarket } from './discovery-state';

type MoneyRange = ScanMarket['revenue'];

export function TierBadge({ tier }: { tier: string | null | undefined }) {
  const found = TIERS.find(({ value }) => value === tier);
  if (!found) return <span title="The confidence is too low for a tier">No tier</span>;
  return <Badge tone={found.value === 'tier3' ? 'neutral' : 'success'}>{found.label}</Badge>;
}

/** Mean of an amount, and its 80% interval. */
export function Amount({
  money,
  currency,
  isShort = false,
}: {
  money: MoneyRange;
  currency: string;
  isShort?: boolean;
}) {
  if (!money) return <span title="Unknown">{NO_VALUE}</span>;
  const text = (cents: number) => formatMoney(cents, currency, { compact: true });
  const [low, high] = [text(money.p10Cents), text(money.p90Cents)];
  return (
    <span
      className="whitespace-nowrap"
      title={`Mean ${formatMoney(money.meanCents, currency)}; P10 ${low}, P90 ${high}`}
    >
      <span className="font-medium">{text(money.meanCents)}</span>
      {isShort ? null : (
        <span className="block text-xs text-muted-foreground">
          {low} to {high}
        </span>
      )}
    </span>
  );
}

/** Monthly search volume with the bound of its figure. */
export function Demand({ market: { demand, demandBound } }: { market: ScanMarket }) {
  if (!demand) return <span title="Unknown">{NO_VALUE}</span>;
  const bound = BOUNDS[demandBound];
  return (
    <span className="whitespace-nowrap" title={bound?.text}>
      <span className="text-xs text-muted-foreground">{bound?.label ?? demandBound}</span>{' '}
      <span className="font-medium">{formatNumber(demand.mean, 0)}</span>
    </span>
  );
}

export function WinChance({ market: { winChance } }: { market: ScanMarket }) {
  const title = `P10 ${formatPercent(winChance.p10, 0)}, P90 ${formatPercent(winChance.p90, 0)}`;
  return <span title={title}>{formatPercent(winChance.mean, 0)}</span>;
}

export function Flags({ market }: { market: ScanMarket }) {
  const texts = flagTexts(market.flags);
  if (texts.length === 0) return null;
  const text = texts.join('; ');
  return (
    <span title={text} className="block truncate text-xs text-muted-foreground">
      {text}
    </span>
  );
}
