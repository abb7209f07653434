import { useInfiniteQuery } from '@tanstack/react-query';
import { importedFiles, importedQueries, type Observation, type ObservationFilter } from '@/api/imported';
import { Address, importColumn, orUnknown, type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { ButtonLink } from '@/components/ui/button';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDate, formatNumber, formatPosition } from '@/lib/format';
import { humanise } from '@/lib/words';
import { numberOf, ObservationFreshness, textOf } from './observation-parts';
import { RecordFilters } from './record-filters';

const DEFAULTS = { q: '', from: '', to: '' };

const day: RecordColumn<Observation> = {
  name: 'Day',
  cell: (row) => <span className="whitespace-nowrap">{formatDate(row.day)}</span>,
};

const place: RecordColumn<Observation> = {
  name: 'Place and device',
  cell: (row) =>
    [textOf(row, 'location'), humanise(textOf(row, 'device') ?? '')].filter(Boolean).join(', ') || orUnknown(null),
};

const SERP_COLUMNS: readonly RecordColumn<Observation>[] = [
  { name: 'Query', wide: true, cell: (row) => row.subject },
  { name: 'Position', numeric: true, cell: (row) => formatNumber(numberOf(row, 'position'), 0) },
  { name: 'Result', wide: true, cell: (row) => <Address url={textOf(row, 'url')} /> },
  { name: 'Features', wide: true, cell: (row) => textOf(row, 'features') || 'None' },
  place,
  day,
  importColumn,
];

const RANK_COLUMNS: readonly RecordColumn<Observation>[] = [
  { name: 'Keyword', wide: true, cell: (row) => row.subject },
  { name: 'Position', numeric: true, cell: (row) => position(row) },
  { name: 'Page', wide: true, cell: (row) => <Address url={textOf(row, 'url')} /> },
  place,
  day,
  importColumn,
];

/** The position, or the depth that it is beyond. */
function position(row: Observation): string {
  const depth = numberOf(row, 'depth');
  const found = numberOf(row, 'position');
  return found === null && depth !== null ? `>${depth}` : formatPosition(found);
}

function useFilter(websiteId: string) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter: ObservationFilter = {
    websiteId,
    q: state.q || undefined,
    from: state.from || undefined,
    to: state.to || undefined,
  };
  return { state, setState, filter, isFiltered: Object.values(state).some((value) => value !== '') };
}

const TRACK = (
  <ButtonLink to="/ranks" size="sm">
    Track keywords
  </ButtonLink>
);

/** Search results as they were: who ranks where, from rank checks and from files. */
export function SerpsTab({ websiteId }: { websiteId: string }) {
  const { state, setState, filter, isFiltered } = useFilter(websiteId);
  const query = useInfiniteQuery(importedQueries.serps(filter));
  return (
    <RecordsCard
      title="Search results"
      description="Who ranked where, from rank checks and imported SERPs, the latest import first."
      summary={<ObservationFreshness websiteId={websiteId} table="serps" />}
      filters={<RecordFilters label="Query contains" state={state} onChange={setState} />}
      isFiltered={isFiltered}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.observations}
      columns={SERP_COLUMNS}
      file={{ address: importedFiles.observations('serps', filter), name: 'serps.csv' }}
      formats="Track keywords to collect search results, or import a table of who ranks where."
      action={TRACK}
    />
  );
}

/** Ranks of the website by keyword and day, from rank checks and from files. */
export function RanksTab({ websiteId }: { websiteId: string }) {
  const { state, setState, filter, isFiltered } = useFilter(websiteId);
  const query = useInfiniteQuery(importedQueries.ranks(filter));
  return (
    <RecordsCard
      title="Ranks"
      description="Your position by keyword and day, from rank checks and imported files, the latest import first."
      summary={<ObservationFreshness websiteId={websiteId} table="rankings" />}
      filters={<RecordFilters label="Keyword contains" state={state} onChange={setState} />}
      isFiltered={isFiltered}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.observations}
      columns={RANK_COLUMNS}
      file={{ address: importedFiles.observations('rankings', filter), name: 'ranks.csv' }}
      formats="Track keywords to collect ranks, or import a file of a rank tracker."
      action={TRACK}
    />
  );
}
