import type { Money } from '@/api/types';
import { MoneyRange } from '@/components/money/money-range';

export interface IntervalBar {
  id: string;
  label: string;
  value: Money;
}

/** Intervals on a common scale: the bar goes from low to high, the mark is the mean. */
export function IntervalBars({ bars, onOpen }: { bars: readonly IntervalBar[]; onOpen?: (id: string) => void }) {
  const most = Math.max(1, ...bars.map((bar) => bar.value.highCents));
  const share = (cents: number) => `${(Math.max(0, cents) / most) * 100}%`;
  return (
    <ol className="grid gap-1">
      {bars.map(({ id, label, value }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 sm:grid-cols-[14rem_minmax(0,1fr)_11rem]"
        >
          {onOpen ? (
            <button
              type="button"
              title={label}
              className="min-h-8 truncate text-left hover:text-brand hover:underline"
              onClick={() => onOpen(id)}
            >
              {label}
            </button>
          ) : (
            <span title={label} className="truncate leading-8">
              {label}
            </span>
          )}
          <span aria-hidden="true" className="relative order-last col-span-2 h-3 sm:order-none sm:col-span-1">
            <span className="absolute inset-y-0 left-0 my-auto h-px w-full bg-border" />
            <span
              className="absolute inset-y-0 rounded-sm bg-chart-1/40"
              style={{ left: share(value.lowCents), width: share(value.highCents - value.lowCents) }}
            />
            <span className="absolute -inset-y-0.5 w-0.5 bg-chart-1" style={{ left: share(value.midCents) }} />
          </span>
          <MoneyRange money={value} inline className="text-right" />
        </li>
      ))}
    </ol>
  );
}
