import type { Keyword } from '@/api/types';
import { Sparkline } from '@/components/charts/sparkline';
import { formatMoneyRange, formatNumber, NO_VALUE } from '@/lib/format';

type Market = NonNullable<Keyword['market']>;

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 1))),
);

/** What imported keyword tools report of a keyword: difficulty, bids, search volume by month. */
export function ToolFigures({ market, currency = 'USD' }: { market: Market; currency?: string }) {
  const { difficulty, bidLowCents, bidHighCents, monthly, seasonality } = market;
  const bids =
    bidLowCents === null || bidHighCents === null ? null : { lowCents: bidLowCents, highCents: bidHighCents };
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        <div>
          <dt className="text-xs text-muted-foreground">Difficulty, 0 to 100</dt>
          <dd className="tabular text-base font-medium">{formatNumber(difficulty, 0)}</dd>
        </div>
        <div>
          <dt className="text-xs text-muted-foreground">Bids for the top of the page</dt>
          <dd className="tabular text-base font-medium">{bids ? formatMoneyRange({ ...bids, currency }) : NO_VALUE}</dd>
        </div>
      </dl>
      {monthly.length > 1 ? <Months monthly={monthly} /> : null}
      {seasonality ? <Season seasonality={seasonality} /> : null}
    </>
  );
}

function Months({ monthly }: { monthly: Market['monthly'] }) {
  const volumes = monthly.map(({ searches }) => searches);
  const range = `${formatNumber(Math.min(...volumes), 0)} to ${formatNumber(Math.max(...volumes), 0)}`;
  return (
    <p className="mt-3 flex items-center gap-3 text-[0.8125rem]">
      <Sparkline values={volumes} className="w-28" />
      <span className="tabular">
        Volume {range} a month, {monthly[0]?.month.slice(0, 7)} to {monthly.at(-1)?.month.slice(0, 7)}
      </span>
    </p>
  );
}

function Season({ seasonality }: { seasonality: readonly number[] }) {
  const strongest = seasonality.indexOf(Math.max(...seasonality));
  const share = formatNumber((seasonality[strongest] ?? 1) * 100, 0);
  return (
    <p className="mt-1 text-xs text-muted-foreground">
      Strongest month: {MONTHS[strongest]}, {share}% of an average month
    </p>
  );
}
