import { useInfiniteQuery } from '@tanstack/react-query';
import { importedFiles, importedQueries, type Observation, type PageFilter } from '@/api/imported';
import { Address, importColumn, orUnknown, type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { Choice } from '@/components/ui/choice';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDate, formatNumber } from '@/lib/format';
import { numberOf, ObservationFreshness, textOf } from './observation-parts';
import { RecordFilters } from './record-filters';

const DEFAULTS = { q: '', status: '', from: '', to: '' };

const STATUSES = [
  { value: '', label: 'Any status' },
  { value: 'found', label: '200 to 299: found' },
  { value: 'redirect', label: '300 to 399: redirect' },
  { value: 'client_error', label: '400 to 499: client error' },
  { value: 'server_error', label: '500 to 599: server error' },
];

const COLUMNS: readonly RecordColumn<Observation>[] = [
  { name: 'Page', wide: true, cell: (row) => <Address url={row.subject} /> },
  { name: 'Title', wide: true, cell: (row) => orUnknown(textOf(row, 'title')) },
  { name: 'First heading', wide: true, cell: (row) => orUnknown(textOf(row, 'h1')) },
  { name: 'Status', numeric: true, cell: (row) => orUnknown(numberOf(row, 'status')?.toString() ?? null) },
  { name: 'Words', numeric: true, cell: (row) => formatNumber(numberOf(row, 'words'), 0) },
  { name: 'Day', cell: (row) => <span className="whitespace-nowrap">{formatDate(row.day)}</span> },
  importColumn,
];

/** Pages as crawls and exports of other tools saw them. */
export function PagesTab({ websiteId }: { websiteId: string }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const isKnown = STATUSES.some(({ value }) => value === state.status);
  const filter: PageFilter = {
    websiteId,
    q: state.q || undefined,
    status: (isKnown ? state.status || undefined : undefined) as PageFilter['status'],
    from: state.from || undefined,
    to: state.to || undefined,
  };
  const query = useInfiniteQuery(importedQueries.pages(filter));
  return (
    <RecordsCard
      title="Pages"
      description="Pages of your website and of rivals, from crawls and imported files, the latest import first."
      summary={<ObservationFreshness websiteId={websiteId} table="pages" />}
      filters={
        <>
          <RecordFilters label="Address contains" state={state} onChange={setState} />
          <Choice label="Status" value={state.status} options={STATUSES} onChange={(status) => setState({ status })} />
        </>
      }
      isFiltered={Object.values(state).some((value) => value !== '')}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.observations}
      columns={COLUMNS}
      file={{ address: importedFiles.observations('pages', filter), name: 'pages.csv' }}
      formats="Import a crawl, such as internal_all.csv of Screaming Frog, or a list of pages with address and title."
    />
  );
}
