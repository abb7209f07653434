import type { Money } from '@/api/types';
import { cn } from '@/lib/cn';
import { formatMoney, formatMoneyRange, NO_VALUE } from '@/lib/format';

/** Exact figures of an estimate, for a title. */
export function moneyTitle(money: Money): string {
  const [low, mid, high] = [money.lowCents, money.midCents, money.highCents].map((cents) =>
    formatMoney(cents, money.currency),
  );
  return `Median ${mid} a month; 80% interval: ${low} to ${high}`;
}

/** Middle of an estimate with its low and high below or next to it; unknown is a dash that says why. */
export function MoneyRange({
  money,
  unknown = 'Unknown: set a value per lead or import CPC data',
  inline = false,
  className,
}: {
  money: Money | null | undefined;
  /** Why there is no figure. */
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
