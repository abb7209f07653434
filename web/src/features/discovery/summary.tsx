import { Callout } from '@/components/ui/callout';
import { formatConfidence, formatMoney, formatNumber } from '@/lib/format';
import { nameOf, type Scan, type ScanMarket } from './discovery-state';

const count = (value: number) => formatNumber(value, 0);

/** Answers where a site is expected to earn most. */
function Best({ scan: { markets, totals, currency } }: { scan: Scan }) {
  const best = markets.reduce<ScanMarket | undefined>(
    (top, each) => (profitOf(each) > profitOf(top) ? each : top),
    undefined,
  );
  if (!best?.profitMonth) return null;
  const money = (cents: number) => formatMoney(cents, currency, { compact: true });
  const { meanCents, p10Cents, p90Cents } = best.profitMonth;
  return (
    <div>
      <p className="text-lg font-semibold text-pretty">
        {nameOf(best)} is expected to earn most: {money(meanCents)} of profit a month.
      </p>
      <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">
        80% interval: {money(p10Cents)} to {money(p90Cents)}. {formatConfidence(best.confidence)} confidence. Best of{' '}
        {count(totals.scored)} markets with a score.
      </p>
    </div>
  );
}

function profitOf(market: ScanMarket | undefined): number {
  return market?.profitMonth?.meanCents ?? Number.NEGATIVE_INFINITY;
}

/** Counts of a scan in one line of figures. */
export function Summary({ scan }: { scan: Scan }) {
  const { totals } = scan;
  const figures = [
    { label: 'Considered', value: totals.considered, hint: 'All pairs of vertical and city' },
    { label: 'Match the filters', value: totals.admitted },
    { label: 'With a score', value: totals.scored },
    { label: 'Demand unknown', value: totals.demandUnknown },
    { label: 'Payout unknown', value: totals.payoutUnknown },
    { label: 'Tier 1', value: totals.tier1 },
    { label: 'Tier 2', value: totals.tier2 },
    { label: 'Tier 3', value: totals.tier3 },
    { label: 'Confidence too low', value: totals.tooUnsure, hint: 'Enough profit for a tier, but too low confidence' },
  ];
  return (
    <section aria-label="Summary of the scan" className="grid gap-3">
      <Best scan={scan} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border border-border bg-card px-5 py-4 sm:grid-cols-3 lg:grid-cols-5 xl:grid-cols-9">
        {figures.map(({ label, value, hint }) => (
          <div key={label} title={hint}>
            <dt className="text-xs text-muted-foreground">{label}</dt>
            <dd className="tabular text-lg font-semibold">{count(value)}</dd>
          </div>
        ))}
      </dl>
      {scan.mixedBounds ? (
        <Callout tone="info" title="Different bounds">
          <p>
            Some demand figures are lower bounds (at least), others upper bounds or estimates. Compare demand between
            verticals only for the same bound; within a vertical all markets are comparable.
          </p>
        </Callout>
      ) : null}
    </section>
  );
}
