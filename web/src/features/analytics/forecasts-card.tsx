import { useInfiniteQuery } from '@tanstack/react-query';
import { type Forecast, forecastQueries } from '@/api/forecasts';
import type { Website } from '@/api/types';
import { engineInfo } from '@/components/engines/engine-words';
import { EmptyPanel, ErrorPanel, LoadingRows } from '@/components/states/panels';
import { FoldingCard } from '@/components/ui/folding-card';
import { Pages } from '@/components/ui/pages';
import { Segmented } from '@/components/ui/segmented';
import { Table, Td, Th } from '@/components/ui/table';
import { useRowPages } from '@/components/ui/use-row-pages';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDate, formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import { readable } from '@/lib/readable';

const DEFAULTS = { ledger: 'all' };
const STATES = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'settled', label: 'Settled' },
];

/** The ledger: forecasts, due dates and outcomes. */
export function ForecastsCard({ website }: { website: Website }) {
  const [{ ledger }, setUrl] = useUrlState(DEFAULTS);
  const settled = ledger === 'all' ? {} : { settled: ledger === 'settled' };
  const query = useInfiniteQuery(forecastQueries.list({ websiteId: website.id, ...settled }));
  const rows = query.data?.pages.flatMap((page) => page.forecasts) ?? [];
  const { rows: shown, ...pages } = useRowPages('forecasts', ledger, rows, query);
  return (
    <FoldingCard
      title="Forecast history"
      description="All forecasts, evaluated on their due date."
      actions={<Segmented label="Status" value={ledger} options={STATES} onChange={(to) => setUrl({ ledger: to })} />}
    >
      <div className="p-2 pt-3">
        {query.isPending ? <LoadingRows rows={3} /> : null}
        {query.isError ? (
          <ErrorPanel error={query.error} fallback="Failed to load the forecasts." onRetry={() => query.refetch()} />
        ) : null}
        {query.isSuccess && rows.length === 0 ? (
          <EmptyPanel
            title="No forecasts yet"
            text="Run an engine. Its forecasts and claims appear here."
            className="py-6"
          />
        ) : null}
        {rows.length > 0 ? <Ledger rows={shown} /> : null}
      </div>
      <Pages label="Pages of forecasts" {...pages} />
    </FoldingCard>
  );
}

function Ledger({ rows }: { rows: readonly Forecast[] }) {
  return (
    <Table stacked label="Forecasts">
      <thead>
        <tr>
          <Th>Forecast</Th>
          <Th>Engine</Th>
          <Th numeric>Predicted</Th>
          <Th>Due</Th>
          <Th numeric>Outcome</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Td stack="title" className="sm:min-w-60">
              {readable(row.statement)}
            </Td>
            <Td className="max-sm:text-muted-foreground">{engineInfo(row.engineId).name}</Td>
            <Td numeric label="Predicted" className="whitespace-nowrap">
              {saidText(row)}
            </Td>
            <Td label="Due" className="whitespace-nowrap">
              {formatDate(row.dueAt)}
            </Td>
            <Td numeric label="Outcome" className="whitespace-nowrap">
              {cameText(row)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Stated probability of a claim, or the interval of a value. */
export function saidText({ probability, quantiles }: Pick<Forecast, 'probability' | 'quantiles'>): string {
  if (probability !== null) return `${formatPercent(probability, 0)} probability`;
  if (!quantiles) return NO_VALUE;
  const [p10, p50, p90] = [quantiles.p10, quantiles.p50, quantiles.p90].map((value) => formatNumber(value, 0));
  return `${p50} (${p10} to ${p90})`;
}

/** Outcome, and whether it was inside the interval. */
export function cameText({ kind, outcome, quantiles }: Pick<Forecast, 'kind' | 'outcome' | 'quantiles'>): string {
  if (outcome === null) return 'not due yet';
  if (kind === 'claim') return outcome >= 0.5 ? 'correct' : 'incorrect';
  const isInside = quantiles !== null && outcome >= quantiles.p10 && outcome <= quantiles.p90;
  return `${formatNumber(outcome, 0)}, ${isInside ? 'inside the interval' : 'outside the interval'}`;
}
