import type { Money } from '@/api/types';
import { cn } from '@/lib/cn';
import { formatMoney, formatMoneyRange, NO_VALUE } from '@/lib/format';

/** Exact values of an estimate, for a title. */
export function moneyTitle(money: Money): string {
  const [low, mid, high] = [money.lowCents, money.midCents, money.highCents].map((cents) =>
    formatMoney(cents, money.currency),
  );
  return `${mid} a month; 80% interval: ${low} to ${high}`;
}

interface MonthlyProfit {
  profitCents: number | null;
  profitLowCents: number | null;
  profitHighCents: number | null;
  currency: string;
}

/** Exact expected profit of a market, for a title; undefined if unknown. */
export function monthlyTitle(market: MonthlyProfit): string | undefined {
  const { profitCents, profitLowCents, profitHighCents, currency } = market;
  if (profitCents === null) return undefined;
  const [mid, low, high] = [profitCents, profitLowCents, profitHighCents].map((cents) => formatMoney(cents, currency));
  return `${mid} a month (${low} to ${high})`;
}

/** Mean of an estimate with its interval below or next to it; unknown values are a dash with the reason. */
export function MoneyRange({
  money,
  unknown = 'Unknown: set a value per lead or import CPC data',
  inline = false,
  className,
}: {
  money: Money | null | undefined;
  /** Reason of a missing value. */
  unknown?: string;
  inline?: boolean;
  className?: string;
}) {
  if (!money) {
    return (
      <span title={unknown} className={cn('text-muted-foreground', className)}>
        {NO_VALUE}
      </span>
    );
  }
  return (
    <span title={moneyTitle(money)} className={cn('tabular', inline ? 'whitespace-nowrap' : 'block', className)}>
      <span className={cn('font-medium', !inline && 'block')}>
        {formatMoney(money.midCents, money.currency, { compact: true })}
      </span>{' '}
      <span className={cn('text-xs text-muted-foreground', !inline && 'block')}>{formatMoneyRange(money)}</span>
    </span>
  );
}
