import { useInfiniteQuery } from '@tanstack/react-query';
import { importedFiles, importedQueries, type Observation, type ObservationFilter } from '@/api/imported';
import { DayFilter } from '@/components/records/day-filter';
import { Address, importColumn, orUnknown, type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { ButtonLink } from '@/components/ui/button';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDate, formatNumber, formatPosition } from '@/lib/format';
import { humanise } from '@/lib/words';

const DEFAULTS = { q: '', from: '', to: '' };

/** A field of an observation as text; null if it has none. */
function text({ seen }: Observation, field: string): string | null {
  const value = seen[field];
  if (Array.isArray(value)) return value.map((one) => humanise(String(one))).join(', ');
  return typeof value === 'string' ? value : null;
}

function number({ seen }: Observation, field: string): number | null {
  const value = seen[field];
  return typeof value === 'number' ? value : null;
}

const day: RecordColumn<Observation> = {
  name: 'Day',
  cell: (row) => <span className="whitespace-nowrap">{formatDate(row.day)}</span>,
};

const place: RecordColumn<Observation> = {
  name: 'Place and device',
  cell: (row) =>
    [text(row, 'location'), humanise(text(row, 'device') ?? '')].filter(Boolean).join(', ') || orUnknown(null),
};

const SERP_COLUMNS: readonly RecordColumn<Observation>[] = [
  { name: 'Query', wide: true, cell: (row) => row.subject },
  { name: 'Position', numeric: true, cell: (row) => formatNumber(number(row, 'position'), 0) },
  { name: 'Result', wide: true, cell: (row) => <Address url={text(row, 'url')} /> },
  { name: 'Features', wide: true, cell: (row) => text(row, 'features') || 'None' },
  place,
  day,
  importColumn,
];

const RANK_COLUMNS: readonly RecordColumn<Observation>[] = [
  { name: 'Keyword', wide: true, cell: (row) => row.subject },
  { name: 'Position', numeric: true, cell: (row) => position(row) },
  { name: 'Page', wide: true, cell: (row) => <Address url={text(row, 'url')} /> },
  place,
  day,
  importColumn,
];

/** The position, or the depth that it is beyond. */
function position(row: Observation): string {
  const depth = number(row, 'depth');
  const found = number(row, 'position');
  return found === null && depth !== null ? `>${depth}` : formatPosition(found);
}

function Filters({
  label,
  state,
  onChange,
}: {
  label: string;
  state: typeof DEFAULTS;
  onChange: (change: Partial<typeof DEFAULTS>) => void;
}) {
  return (
    <>
      <TypedFilter
        label={label}
        value={state.q}
        onChange={(q) => onChange({ q })}
        className="max-sm:col-span-2 sm:w-72"
        icon
      />
      <DayFilter label="From" value={state.from} onChange={(from) => onChange({ from })} />
      <DayFilter label="To" value={state.to} onChange={(to) => onChange({ to })} />
    </>
  );
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
      summary={null}
      filters={<Filters label="Query contains" state={state} onChange={setState} />}
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
      summary={null}
      filters={<Filters label="Keyword contains" state={state} onChange={setState} />}
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
