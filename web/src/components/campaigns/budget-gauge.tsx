import type { Campaign } from '@/api/campaigns';
import { cn } from '@/lib/cn';
import { dollars } from './campaign-words';

/** Share of the budget from which the rest is shown as scarce. */
const SCARCE = 0.9;

/** Budget that is left, as a bar that burns down, with the part for data providers set aside. */
export function BudgetGauge({ campaign: { name, budget, spentCents, providerSpentCents } }: { campaign: Campaign }) {
  const { totalCents, providerCents } = budget;
  const left = Math.max(0, totalCents - spentCents);
  const providerLeft = Math.max(0, providerCents - providerSpentCents);
  const share = (cents: number) => `${totalCents > 0 ? Math.min(100, Math.max(0, (cents / totalCents) * 100)) : 0}%`;
  const isScarce = left - providerLeft <= (totalCents - providerCents) * (1 - SCARCE);
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted-foreground">
        <span>Budget left</span>
        <span className="tabular text-foreground">
          {dollars(left)} of {dollars(totalCents)}
        </span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot have two parts */}
      <div
        role="meter"
        aria-label={`Budget left of ${name}`}
        aria-valuemin={0}
        aria-valuemax={totalCents / 100}
        aria-valuenow={left / 100}
        aria-valuetext={`${dollars(left)} of ${dollars(totalCents)}`}
        className="mt-1.5 flex h-2 overflow-hidden rounded-full bg-muted"
      >
        <span
          className={cn('h-full', isScarce ? 'bg-warning' : 'bg-primary')}
          style={{ width: share(Math.max(0, left - providerLeft)) }}
        />
        <span className="h-full bg-chart-2/70" style={{ width: share(Math.min(left, providerLeft)) }} />
      </div>
      {providerCents > 0 ? (
        <p className="mt-1 text-xs text-muted-foreground">
          <span aria-hidden="true" className="mr-1.5 inline-block size-2 rounded-full bg-chart-2/70" />
          {dollars(providerSpentCents)} of the {dollars(providerCents)} set aside for data providers is spent.
        </p>
      ) : null}
    </div>
  );
}
