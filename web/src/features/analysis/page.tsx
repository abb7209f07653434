import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Download } from 'lucide-react';
import { type Analysis, analysisQueries } from '@/api/analysis';
import { DominatorNav } from '@/components/sites/dominator-nav';
import { useSiteUpdates } from '@/components/sites/use-site-updates';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Answer } from '@/components/ui/answer';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { toCsv } from '@/lib/csv';
import { formatDate, formatMoney, formatNumber, formatPercent, NO_VALUE, plural } from '@/lib/format';
import { saveText } from '@/lib/save-file';
import { CohortsCard } from './cohorts-card';
import { CSV_HEADERS, csvRows, ENOUGH_DAYS, profitOf, roiOf } from './figures';
import { GroupsCard } from './groups-card';
import { CostCard, ParetoCard } from './money-cards';
import { PruneCard } from './prune-card';

const DEFAULTS = { currency: '' };

/** What the sites earn and cost: cohorts, concentration, tiers and verticals, and the sites to give up. */
export default function AnalysisPage() {
  const [{ currency }, setUrl] = useUrlState(DEFAULTS);
  const query = useQuery(analysisQueries.sites(currency));
  useSiteUpdates();
  const data = query.data;
  const save = () => data && data.sites.length > 0 && saveCsv(data);
  useShortcut({ id: 'export', keys: 'e', label: 'Export the sites as CSV', group: 'On this page', run: save });
  return (
    <>
      <DominatorNav />
      <PageHeader
        title="Analysis"
        description="What your sites earn and cost. All amounts are sums over the ledger, after refunds."
        actions={
          <>
            <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
            {data && data.currencies.length > 1 ? (
              <Select
                aria-label="Currency"
                className="h-9 w-auto"
                value={data.currency}
                onChange={(event) => setUrl({ currency: event.target.value })}
              >
                {data.currencies.map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </Select>
            ) : null}
            <Button variant="outline" size="sm" disabled={!data || data.sites.length === 0} onClick={save}>
              <Download size={14} aria-hidden="true" />
              Export CSV
            </Button>
          </>
        }
      />
      <QueryPanel
        query={query}
        fallback="Failed to load the analysis."
        loading={<LoadingRows rows={10} />}
        isEmpty={({ sites, days }) => sites.length === 0 && days === 0}
        empty={<NoSites />}
      >
        {(analysis) => <Panels analysis={analysis} />}
      </QueryPanel>
    </>
  );
}

/** Saves the sites as they are shown. */
function saveCsv(analysis: Analysis): void {
  const name = `sites-${analysis.today}.csv`;
  saveText(toCsv(CSV_HEADERS, csvRows(analysis)), name, 'text/csv;charset=utf-8');
}

function NoSites() {
  return (
    <Card>
      <EmptyPanel
        icon={ChartColumn}
        title="No site to analyze yet"
        text="Deploy scored markets. Revenue and costs of their sites appear here with their first transaction."
        action={
          <ButtonLink to="/dominator/goldmine-deployment" size="sm">
            Deploy markets
          </ButtonLink>
        }
      />
    </Card>
  );
}

function Panels({ analysis }: { analysis: Analysis }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ShortHistory analysis={analysis} />
      <Earned analysis={analysis} />
      <Totals analysis={analysis} />
      <CohortsCard analysis={analysis} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        <ParetoCard analysis={analysis} />
        <CostCard analysis={analysis} />
      </div>
      <GroupsCard analysis={analysis} />
      <PruneCard analysis={analysis} />
    </div>
  );
}

/** Note that a few days of data say little. */
function ShortHistory({ analysis: { days, firstDay } }: { analysis: Analysis }) {
  if (days >= ENOUGH_DAYS) return null;
  return (
    <Callout title={`Only ${plural(days, 'day')} of data so far`}>
      {firstDay ? `The first day is ${formatDate(firstDay)}. ` : ''}
      Cohorts and shares mean little before {ENOUGH_DAYS} days; wait with decisions.
    </Callout>
  );
}

/** Profit of all sites so far, and the share of the sites that earned more than they cost. */
function Earned({ analysis: { totals, currency, sites, firstDay } }: { analysis: Analysis }) {
  if (totals.revenueCents === 0 && totals.costCents === 0) return null;
  const money = (cents: number) => formatMoney(Math.abs(cents), currency);
  const profit = profitOf(totals);
  const roi = roiOf(totals);
  const gains = sites.filter((site) => profitOf(site) > 0).length;
  return (
    <Answer
      note={`${plural(gains, 'site')} of ${formatNumber(sites.length, 0)} earned more than ${gains === 1 ? 'it' : 'they'} cost.${roi === null ? '' : ` ROI ${formatPercent(roi, 0)}.`} From the ledger, not a forecast.`}
    >
      Your sites {profit < 0 ? `cost ${money(profit)} more than they earned` : `earned ${money(profit)} of profit`}
      {firstDay ? ` since ${formatDate(firstDay)}` : ''}.
    </Answer>
  );
}

function Totals({ analysis }: { analysis: Analysis }) {
  const { totals, currency, other, unlaunched, sites, moreSites } = analysis;
  const money = (cents: number) => formatMoney(cents, currency);
  const roi = roiOf(totals);
  const figures: [string, string][] = [
    ['Revenue', money(totals.revenueCents)],
    ['Costs', money(totals.costCents)],
    ['Profit', money(profitOf(totals))],
    ['ROI', roi === null ? NO_VALUE : formatPercent(roi, 0)],
    ['Sites', formatNumber(sites.length + moreSites.sites, 0)],
    ['Never live', formatNumber(unlaunched.sites, 0)],
  ];
  const hasOther = other.revenueCents !== 0 || other.costCents !== 0;
  return (
    <Card aria-label="Totals">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-border sm:grid-cols-3 xl:grid-cols-6">
        {figures.map(([name, text]) => (
          <div key={name} className="bg-card px-5 py-4">
            <dt className="text-xs text-muted-foreground">{name}</dt>
            <dd className="tabular mt-1 text-xl font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
      {hasOther ? (
        <p className="px-5 py-3 text-[0.8125rem] text-muted-foreground">
          With {money(other.revenueCents)} of revenue and {money(other.costCents)} of costs that concern none of the
          sites.
        </p>
      ) : null}
    </Card>
  );
}
