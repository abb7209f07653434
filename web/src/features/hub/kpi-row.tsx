import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { engineQueries } from '@/api/engines';
import type { KeywordParameter, KeywordResult } from '@/api/keyword-result';
import { opportunityQueries } from '@/api/opportunities';
import { type Metric, performanceQueries } from '@/api/performance';
import type { Opportunity, Website } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { Sparkline } from '@/components/charts/sparkline';
import { moneyTitle } from '@/components/money/money-range';
import { MetricChange } from '@/components/performance/metric-change';
import { Failed } from '@/components/states/failed';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { withWebsite } from '@/hooks/use-current-website';
import { formatCompact, formatDate, formatMoney, formatMoneyRange, formatNumber, NO_VALUE } from '@/lib/format';

const GRID = 'grid grid-cols-2 gap-px overflow-hidden bg-border sm:grid-cols-3 xl:grid-cols-6';
/** Fixed height of all cells from the first frame: two lines of note on a phone, one elsewhere. */
const CELL = 'min-h-30 bg-card px-5 py-4 sm:min-h-26';
const CELLS = 6;

/** Skeleton of the row before the website is known. */
export function KpiSkeleton() {
  return (
    <div role="status" aria-label="Loading key figures" className={`rounded-lg border border-border ${GRID}`}>
      {Array.from({ length: CELLS }, (_, cell) => cell).map((cell) => (
        <div key={cell} className={CELL}>
          <Skeleton className="mb-2 h-3 w-16" />
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </div>
  );
}

/** Statuses of open opportunities. */
const OPEN = ['discovered', 'in_review'];

/** Key figures of the website, imported or computed; unknown ones show the missing data. */
export function KpiRow({ website }: { website: Website }) {
  const result = useQuery(engineQueries.result('keyword.analyse', website.id));
  const opportunities = useQuery(opportunityQueries.list({ websiteId: website.id }));
  const metrics = useQuery(performanceQueries.metrics(website.id));
  const imported = website.lastImportAt ? `imported ${formatDate(website.lastImportAt)}` : null;
  return (
    <Card aria-label="Key figures" className={GRID}>
      <Measured id="clicks" label="Clicks" total={website.clicks} query={metrics} website={website} />
      <Measured id="impressions" label="Impressions" total={website.impressions} query={metrics} website={website} />
      <Figure label="Queries" count={website.queries}>
        {searchesNote(result.data?.result) ?? imported ?? <ImportLink websiteId={website.id} />}
      </Figure>
      <Worth website={website} query={result} />
      <Figure
        label="Open opportunities"
        pending={opportunities.isPending}
        count={opportunities.data ? openCount(opportunities.data.opportunities) : null}
      >
        {opportunities.isError ? (
          <Failed what="Open opportunities" query={opportunities} />
        ) : (
          <OpportunityNote website={website} all={opportunities.data?.opportunities} />
        )}
      </Figure>
      <Revenue website={website} />
    </Card>
  );
}

/** Totals of the last 28 days with data compared with the 28 before; for an import without days, its total. */
function Measured({
  id,
  label,
  total,
  query,
  website,
}: {
  id: string;
  label: string;
  total: number | null;
  query: UseQueryResult<Metric[]>;
  website: Website;
}) {
  const metric = query.data?.find((each) => each.id === id && each.change !== null);
  if (metric) {
    return (
      <Cell label={`${label}, 28 days`}>
        <div className="flex items-center justify-between gap-3">
          <Big title={formatNumber(metric.value, 0)}>{formatCompact(metric.value)}</Big>
          <Sparkline values={metric.series.map(({ v }) => v)} />
        </div>
        <MetricChange metric={metric} />
      </Cell>
    );
  }
  const imported = website.lastImportAt ? `imported ${formatDate(website.lastImportAt)}` : null;
  return (
    <Figure label={label} count={total} pending={query.isPending}>
      {query.isError ? <Failed what={label} query={query} /> : (imported ?? <ImportLink websiteId={website.id} />)}
    </Figure>
  );
}

export function openCount(opportunities: readonly Opportunity[]): number {
  return opportunities.filter((each) => OPEN.includes(each.status)).length;
}

function searchesNote(result: KeywordResult | null | undefined): string | null {
  return result?.totals ? `${formatNumber(result.totals.clusters, 0)} pages can target them` : null;
}

function OpportunityNote({ website, all }: { website: Website; all: readonly Opportunity[] | undefined }) {
  const quick = all?.filter((each) => each.quickWin && OPEN.includes(each.status)).length ?? 0;
  if (quick > 0) {
    return (
      <NoteLink to={withWebsite('/opportunities/discover?quick=1', website.id)}>
        {formatNumber(quick, 0)} quick wins
      </NoteLink>
    );
  }
  return all?.length === 0 ? 'found by engine runs' : 'no quick wins';
}

/** Parameter with the field that the link opens. */
const FOCUS: KeywordParameter = 'valuePerLeadCents';

function Worth({ website, query }: { website: Website; query: UseQueryResult<{ result: KeywordResult | null }> }) {
  const result = query.data?.result ?? null;
  const value = result?.totals?.value;
  if (value) {
    return (
      <Cell label="Monthly value">
        <Big title={moneyTitle(value)}>{formatMoney(value.midCents, value.currency, { compact: true })}</Big>
        <Note title="80% interval">80%: {formatMoneyRange(value)}</Note>
      </Cell>
    );
  }
  const to = result ? `/keyword-finder?panel=run&focus=${FOCUS}` : '/keyword-finder';
  return (
    <Cell label="Monthly value">
      {query.isPending ? <Skeleton className="my-1 h-6 w-20" /> : <Big muted>{NO_VALUE}</Big>}
      <Note>
        {query.isError ? (
          <Failed what="Monthly value" query={query} />
        ) : (
          <NoteLink to={withWebsite(to, website.id)}>
            {result ? 'Set the value per lead' : 'Run the keyword engine'}
          </NoteLink>
        )}
      </Note>
    </Cell>
  );
}

/** Money that the website received in the last year, of one source. */
function Revenue({ website }: { website: Website }) {
  const query = useQuery(websiteQueries.revenue(website.id));
  const { source, amounts = [], files = [] } = query.data ?? {};
  const imported = `imported, ${files.length > 1 ? `${files.length} files` : files[0]?.fileName}`;
  const text = amounts.map(({ cents, currency }) => formatMoney(cents, currency, { compact: true })).join(' + ');
  return (
    <Cell label="Revenue, 12 months">
      <Big muted={!text}>{text || NO_VALUE}</Big>
      {query.isError ? (
        <Failed what="Revenue" query={query} />
      ) : (
        <Note>{source ? (source === 'ledger' ? 'from the ledger' : imported) : 'none recorded'}</Note>
      )}
    </Cell>
  );
}

function ImportLink({ websiteId }: { websiteId: string }) {
  return <NoteLink to={withWebsite('/keyword-finder', websiteId)}>Import search data</NoteLink>;
}

function NoteLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-brand underline underline-offset-4">
      {children}
    </Link>
  );
}

function Figure({
  label,
  count,
  pending = false,
  children,
}: {
  label: string;
  count: number | null;
  pending?: boolean;
  children: ReactNode;
}) {
  return (
    <Cell label={label}>
      {pending ? (
        <Skeleton className="my-1 h-6 w-16" />
      ) : (
        <Big muted={count === null} title={formatNumber(count, 0)}>
          {formatCompact(count)}
        </Big>
      )}
      <Note>{children}</Note>
    </Cell>
  );
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={CELL}>
      <p className="text-xs text-muted-foreground">{label}</p>
      {children}
    </div>
  );
}

function Big({ muted = false, title, children }: { muted?: boolean; title?: string; children: ReactNode }) {
  return (
    <p
      title={title}
      className={`tabular mt-0.5 text-xl leading-8 font-semibold ${muted ? 'text-muted-foreground' : ''}`}
    >
      {children}
    </p>
  );
}

function Note({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <p title={title} className="text-xs text-muted-foreground sm:truncate">
      {children}
    </p>
  );
}
