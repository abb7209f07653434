import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { importedFiles, importedQueries, type PageSessions } from '@/api/imported';
import { Address, Figures, importColumn, type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { QueryPanel } from '@/components/states/query-panel';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { formatMoney, formatNumber } from '@/lib/format';
import { periodWords } from '@/lib/period-words';

const DEFAULTS = { q: '' };

const COLUMNS: readonly RecordColumn<PageSessions>[] = [
  {
    name: 'Landing page',
    wide: true,
    cell: (row) => (row.page ? <Address url={row.page} /> : 'All pages'),
  },
  { name: 'Source / medium', cell: (row) => sourceOf(row) ?? 'All sources' },
  { name: 'Channel', cell: (row) => row.channel ?? 'All channels' },
  { name: 'Period', wide: true, cell: (row) => periodWords(row.firstDay, row.lastDay) },
  { name: 'Sessions', numeric: true, cell: (row) => formatNumber(row.sessions, 0) },
  { name: 'Engaged', numeric: true, cell: (row) => formatNumber(row.engagedSessions, 0) },
  { name: 'Key events', numeric: true, cell: (row) => formatNumber(row.keyEvents, 0) },
  {
    name: 'Revenue',
    numeric: true,
    cell: (row) =>
      row.revenueCents === null || row.currency
        ? formatMoney(row.revenueCents, row.currency ?? undefined)
        : `${formatNumber(row.revenueCents / 100, 2)}, unknown currency`,
  },
  importColumn,
];

/** Sessions of a website from exports of Google Analytics. */
export function SessionsTab({ websiteId }: { websiteId: string }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter = { websiteId, q: state.q || undefined };
  const query = useInfiniteQuery(importedQueries.sessions(filter));
  const summary = useQuery(importedQueries.sessionSummary(websiteId));
  return (
    <RecordsCard
      title="Sessions"
      description="Sessions from Google Analytics. Periods may overlap and the reports count the same sessions, so they are not added up."
      summary={
        <QueryPanel query={summary} fallback="Failed to load the totals of the sessions." loading={null}>
          {({ groups }) => (
            <Figures
              label="Sessions by period"
              figures={groups.slice(0, 6).map((group) => ({
                name: `${periodWords(group.firstDay, group.lastDay)}, by ${group.isByPage ? 'landing page' : 'source'}`,
                text: formatNumber(group.sessions, 0),
              }))}
            />
          )}
        </QueryPanel>
      }
      filters={
        <TypedFilter
          label="Page, source or channel contains"
          value={state.q}
          onChange={(q) => setState({ q })}
          className="max-sm:col-span-2 sm:w-72"
          icon
        />
      }
      isFiltered={state.q !== ''}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.sessions}
      columns={COLUMNS}
      file={{ address: importedFiles.sessions(filter), name: 'sessions.csv' }}
      formats="Import a Google Analytics export of landing pages or of traffic acquisition."
    />
  );
}

function sourceOf({ source, medium }: PageSessions): string | null {
  return [source, medium].filter(Boolean).join(' / ') || null;
}
