import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { importedFiles, importedQueries, type SearchFilter, type SearchRow } from '@/api/imported';
import { DayFilter } from '@/components/records/day-filter';
import {
  Address,
  Figures,
  importColumn,
  orUnknown,
  type RecordColumn,
  RecordsCard,
} from '@/components/records/records-card';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDate, formatDateTime, formatNumber, formatPercent, formatPosition, plural } from '@/lib/format';
import { periodWords } from '@/lib/period-words';

const DEFAULTS = { q: '', page: '', from: '', to: '', sort: '' };
const NO_FILTER = { q: '', page: '', from: '', to: '' };

const SORTS = [
  { value: '', label: 'Latest day first' },
  { value: 'clicks', label: 'Most clicks first' },
  { value: 'impressions', label: 'Most impressions first' },
  { value: 'position', label: 'Best position first' },
  { value: 'query', label: 'By query' },
];

const COLUMNS: readonly RecordColumn<SearchRow>[] = [
  { name: 'Query', wide: true, cell: (row) => orUnknown(row.query) },
  { name: 'Page', wide: true, cell: (row) => <Address url={row.page} /> },
  { name: 'Day', cell: (row) => <span className="whitespace-nowrap">{formatDate(row.day)}</span> },
  { name: 'Clicks', numeric: true, cell: (row) => formatNumber(row.clicks, 0) },
  { name: 'Impressions', numeric: true, cell: (row) => formatNumber(row.impressions, 0) },
  {
    name: 'CTR',
    numeric: true,
    cell: (row) => formatPercent(row.impressions > 0 ? row.clicks / row.impressions : null),
  },
  { name: 'Position', numeric: true, cell: (row) => formatPosition(row.position) },
  importColumn,
];

/** Clicks, impressions and positions in Google Search, by query, page and day. */
export function SearchTab({ websiteId }: { websiteId: string }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter: SearchFilter = {
    websiteId,
    query: state.q || undefined,
    page: state.page || undefined,
    from: state.from || undefined,
    to: state.to || undefined,
    sort: (SORTS.some(({ value }) => value === state.sort)
      ? state.sort || undefined
      : undefined) as SearchFilter['sort'],
  };
  const query = useInfiniteQuery(importedQueries.search(filter));
  const shown = query.data?.pages[0];
  const days = shown?.firstDay ? periodWords(shown.firstDay, shown.lastDay) : null;
  return (
    <RecordsCard
      title="Search performance"
      description={`Google Search by query, page and day, from Search Console. ${days ? `Shown: ${days}.` : ''} Without a first day, the last 28 days are shown.`}
      summary={<Freshness websiteId={websiteId} />}
      filters={<Filters state={state} onChange={setState} />}
      isFiltered={Object.keys(NO_FILTER).some((key) => state[key as keyof typeof NO_FILTER] !== '')}
      onClear={() => setState(NO_FILTER)}
      query={query}
      rowsOf={(page) => page.rows}
      columns={COLUMNS}
      file={{ address: importedFiles.search(filter), name: 'search-performance.csv' }}
      formats="Connect Search Console, or import its bulk export. A performance report alone has no rows by query, page and day."
      action={
        <ButtonLink to="/settings?tab=connections" size="sm">
          Connect Search Console
        </ButtonLink>
      }
    />
  );
}

function Filters({
  state,
  onChange,
}: {
  state: typeof DEFAULTS;
  onChange: (change: Partial<typeof DEFAULTS>) => void;
}) {
  return (
    <>
      <TypedFilter
        label="Query contains"
        value={state.q}
        onChange={(q) => onChange({ q })}
        className="max-sm:col-span-2 sm:w-48"
        icon
      />
      <TypedFilter
        label="Page contains"
        value={state.page}
        onChange={(page) => onChange({ page })}
        className="max-sm:col-span-2 sm:w-48"
        icon
      />
      <DayFilter label="From" value={state.from} onChange={(from) => onChange({ from })} />
      <DayFilter label="To" value={state.to} onChange={(to) => onChange({ to })} />
      <Choice label="Sort by" value={state.sort} options={SORTS} onChange={(sort) => onChange({ sort })} />
    </>
  );
}

/** Which days are stored, and when they were fetched or imported. */
function Freshness({ websiteId }: { websiteId: string }) {
  const query = useQuery(importedQueries.searchSummary(websiteId));
  return (
    <QueryPanel query={query} fallback="Failed to load the stored days." loading={null}>
      {({ sources }) => (
        <Figures
          label="Stored days"
          figures={sources.slice(0, 4).map((source) => ({
            name: `${source.fileName}${source.importedAt ? `, updated ${formatDateTime(source.importedAt)}` : ''}`,
            text: `${plural(source.days, 'day')}: ${periodWords(source.firstDay, source.lastDay)}`,
          }))}
        />
      )}
    </QueryPanel>
  );
}
