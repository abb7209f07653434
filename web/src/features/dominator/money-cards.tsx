import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type LedgerTransaction, ledgerQueries, type PipelineRevenue } from '@/api/leads';
import { marketQueries } from '@/api/market-data';
import { BarList } from '@/components/charts/bar-list';
import { LineFigure } from '@/components/charts/line-figure';
import { REASON } from '@/components/money/reasons';
import { RevenueFigures } from '@/components/money/revenue-figures';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { CardBody } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatDate, formatMoney } from '@/lib/format';
import { humanise } from '@/lib/words';

/** Transactions that the live list shows. */
const LATEST = 6;
const FAILURE = 'Failed to load the revenue.';

/** What the sites earn: figures, running totals, tiers, verticals and the latest transactions. */
export function MoneyCards() {
  const query = useQuery(ledgerQueries.revenue());
  const hasMoney = query.data !== undefined && isMoney(query.data);
  return (
    <>
      <FoldingCard
        title="Revenue and costs"
        summary={query.data ? thisMonth(query.data) : null}
        description="Sums over the ledger, after refunds. Days and months are in UTC."
        actions={
          <ButtonLink to="/leads?tab=ledger" variant="outline" size="sm">
            Ledger
          </ButtonLink>
        }
      >
        <QueryPanel query={query} fallback={FAILURE} loading={<LoadingRows rows={2} />}>
          {(data) => <RevenueFigures metrics={data.metrics} />}
        </QueryPanel>
        {hasMoney ? (
          <CardBody>
            <RunningTotals revenue={query.data} />
          </CardBody>
        ) : null}
      </FoldingCard>
      {hasMoney ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
          <Shares revenue={query.data} />
          <LatestTransactions />
        </div>
      ) : null}
    </>
  );
}

function thisMonth({ metrics }: PipelineRevenue): string {
  return `${formatMoney(metrics.monthlyRevenueCents, metrics.currency)} this month`;
}

function isMoney({ metrics, history }: PipelineRevenue): boolean {
  return metrics.totalRevenueCents !== 0 || metrics.totalCostsCents !== 0 || history.some((day) => day.costCents !== 0);
}

/** Revenue and costs of the last 90 days, added up day by day. */
function RunningTotals({ revenue: { history, metrics } }: { revenue: PipelineRevenue }) {
  return (
    <LineFigure
      title="Last 90 days"
      description="Running totals of revenue and costs, by day."
      fileName="revenue-90-days"
      xs={history.map((_, index) => index)}
      xText={(index) => formatDate(history[index]?.date ?? '')}
      yText={(cents) => formatMoney(cents, metrics.currency, { compact: true })}
      zero
      lines={[
        { name: 'Revenue', values: added(history.map((day) => day.revenueCents)), tone: 1 },
        { name: 'Costs', values: added(history.map((day) => day.costCents)), tone: 4, dashed: true },
      ]}
    />
  );
}

function added(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

const TIER_NAMES = [
  ['tier1', 'Tier 1'],
  ['tier2', 'Tier 2'],
  ['tier3', 'Tier 3'],
  ['untiered', 'Without a tier'],
] as const;

function Shares({ revenue: { metrics } }: { revenue: PipelineRevenue }) {
  const money = (units: number) => formatMoney(units * 100, metrics.currency);
  const known = useQuery(marketQueries.verticals());
  const nameOf = (slug: string) => known.data?.find((one) => one.slug === slug)?.name ?? humanise(slug);
  const verticals = Object.entries(metrics.revenueByVertical).sort(([, one], [, other]) => other - one);
  return (
    <FoldingCard title="Revenue by tier and vertical" description="Both add up to the total revenue.">
      <CardBody className="grid gap-6">
        <BarList
          label="Revenue by tier"
          bars={TIER_NAMES.map(([id, label]) => {
            const value = metrics.revenueByTier[id];
            return { id, label, value, text: money(value) };
          })}
        />
        <BarList
          label="Revenue by vertical"
          bars={verticals.map(([id, value]) => ({
            id,
            label: id === 'other' ? 'Without a vertical' : nameOf(id),
            value,
            text: money(value),
          }))}
        />
      </CardBody>
    </FoldingCard>
  );
}

/** The newest transactions; live events add to them. */
function LatestTransactions() {
  const query = useInfiniteQuery(ledgerQueries.list({}));
  return (
    <FoldingCard
      title="Latest transactions"
      description="By the time of posting. Costs are negative. Payments are not revenue."
    >
      <QueryPanel
        query={query}
        fallback="Failed to load the transactions."
        isEmpty={(data) => data.pages.every(({ transactions }) => transactions.length === 0)}
        empty={<EmptyPanel title="No transactions yet" className="py-8" />}
      >
        {(data) => (
          <ol className="divide-y divide-border">
            {data.pages
              .flatMap(({ transactions }) => transactions)
              .slice(0, LATEST)
              .map((one) => (
                <Transaction key={one.id} one={one} />
              ))}
          </ol>
        )}
      </QueryPanel>
    </FoldingCard>
  );
}

/** Costs, refunds, and revenue or a payment that was taken back are shown as negative amounts. */
function isNegative({ debited, credited }: LedgerTransaction): boolean {
  return debited === 'refunds' || debited.endsWith('_costs') || debited.endsWith('_revenue') || credited === 'cash';
}

function Transaction({ one }: { one: LedgerTransaction }) {
  const about = [one.websiteName, one.buyerName].filter(Boolean).join(' · ');
  return (
    <li className="flex items-baseline justify-between gap-4 px-5 py-2.5 text-[0.8125rem]">
      <span className="min-w-0">
        <span className="font-medium">{REASON[one.reason]}</span>
        {about ? <span className="text-muted-foreground"> {about}</span> : null}
        <span className="block text-xs text-muted-foreground">
          <RelativeTime at={one.occurredAt} />
        </span>
      </span>
      <span className="tabular font-medium whitespace-nowrap">
        {formatMoney(isNegative(one) ? -one.amountCents : one.amountCents, one.currency, { exact: true })}
      </span>
    </li>
  );
}
