import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type BingFilter, type BingRow, importedFiles, importedQueries } from '@/api/imported';
import { Address, Figures, importColumn, type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { QueryPanel } from '@/components/states/query-panel';
import { Select } from '@/components/ui/field';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { formatNumber, formatPercent, formatPosition, plural } from '@/lib/format';
import { periodWords } from '@/lib/period-words';

const DEFAULTS = { q: '', kind: '' };

const COLUMNS: readonly RecordColumn<BingRow>[] = [
  { name: 'Query or page', wide: true, cell: (row) => row.query ?? <Address url={row.page} /> },
  { name: 'Clicks', numeric: true, cell: (row) => formatNumber(row.clicks, 0) },
  { name: 'Impressions', numeric: true, cell: (row) => formatNumber(row.impressions, 0) },
  {
    name: 'CTR',
    numeric: true,
    cell: (row) => formatPercent(row.impressions > 0 ? row.clicks / row.impressions : null),
  },
  { name: 'Position', numeric: true, cell: (row) => formatPosition(row.position) },
  { name: 'Period', wide: true, cell: (row) => periodWords(row.firstDay, row.lastDay) },
  importColumn,
];

/** Queries and pages of a website in Bing. */
export function BingTab({ websiteId }: { websiteId: string }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter: BingFilter = {
    websiteId,
    q: state.q || undefined,
    report: (state.kind || undefined) as BingFilter['report'],
  };
  const query = useInfiniteQuery(importedQueries.bing(filter));
  const summary = useQuery(importedQueries.bingSummary(websiteId));
  return (
    <RecordsCard
      title="Performance in Bing"
      description="Queries and pages from Bing Webmaster Tools, apart from Google's. Periods may overlap, so reports are not added up."
      summary={
        <QueryPanel query={summary} fallback="Failed to load the totals of Bing." loading={null}>
          {({ groups }) => (
            <Figures
              label="Reports of Bing"
              figures={groups.slice(0, 6).map((group) => ({
                name: `${group.isByPage ? 'Pages' : 'Queries'}, ${periodWords(group.firstDay, group.lastDay)}`,
                text: `${plural(group.clicks, 'click')}, ${plural(group.impressions, 'impression')}`,
              }))}
            />
          )}
        </QueryPanel>
      }
      filters={
        <>
          <TypedFilter
            label="Query or page contains"
            value={state.q}
            onChange={(q) => setState({ q })}
            className="max-sm:col-span-2 sm:w-72"
            icon
          />
          <Select
            aria-label="Report"
            className="h-9 max-sm:col-span-2 sm:w-auto"
            value={state.kind}
            onChange={(event) => setState({ kind: event.target.value })}
          >
            <option value="">Queries and pages</option>
            <option value="query">Queries</option>
            <option value="page">Pages</option>
          </Select>
        </>
      }
      isFiltered={Object.values(state).some((value) => value !== '')}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.rows}
      columns={COLUMNS}
      file={{ address: importedFiles.bing(filter), name: 'bing-performance.csv' }}
      formats="Connect Bing Webmaster Tools, or import its keyword or page report."
    />
  );
}
