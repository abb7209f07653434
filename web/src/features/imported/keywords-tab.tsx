import { useInfiniteQuery } from '@tanstack/react-query';
import { importedFiles, importedQueries, type KeywordFilter, type Observation } from '@/api/imported';
import { importColumn, orUnknown, type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { Choice } from '@/components/ui/choice';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDate, formatMoney, formatNumber, formatPosition, NO_VALUE } from '@/lib/format';
import { numberOf, ObservationFreshness, textOf } from './observation-parts';
import { RecordFilters } from './record-filters';

const DEFAULTS = { q: '', provider: '', from: '', to: '' };

const TOOLS = [
  { value: '', label: 'Any tool' },
  { value: 'data_for_seo', label: 'DataForSEO' },
  { value: 'keyword_planner', label: 'Keyword Planner' },
  { value: 'ahrefs_keywords', label: 'Ahrefs, keywords' },
  { value: 'ahrefs_organic', label: 'Ahrefs, organic keywords' },
  { value: 'semrush_positions', label: 'Semrush, organic positions' },
  { value: 'semrush_magic', label: 'Semrush, keywords' },
  { value: 'keyword_list', label: 'List of keywords' },
];

const COLUMNS: readonly RecordColumn<Observation>[] = [
  { name: 'Keyword', wide: true, cell: (row) => row.subject },
  { name: 'Volume a month', numeric: true, cell: volume },
  { name: 'Difficulty', numeric: true, cell: (row) => formatNumber(numberOf(row, 'difficulty'), 0) },
  {
    name: 'CPC',
    numeric: true,
    cell: (row) => formatMoney(numberOf(row, 'cpcCents'), textOf(row, 'currency') ?? undefined),
  },
  { name: 'Position', numeric: true, cell: (row) => formatPosition(numberOf(row, 'position')) },
  { name: 'Intents', cell: (row) => textOf(row, 'intents') || orUnknown(null) },
  { name: 'Tool', cell: (row) => toolOf(textOf(row, 'source')) },
  { name: 'Day', cell: (row) => <span className="whitespace-nowrap">{formatDate(row.day)}</span> },
  importColumn,
];

/** A number, or the bucket that the tool gives instead of one. */
function volume({ seen }: Observation): string {
  const { low, high } = (seen.volume ?? {}) as { low?: number; high?: number };
  if (low === undefined || high === undefined) return NO_VALUE;
  return low === high ? formatNumber(low, 0) : `${formatNumber(low, 0)} to ${formatNumber(high, 0)}`;
}

function toolOf(source: string | null): string {
  return TOOLS.find(({ value }) => value === source)?.label ?? source ?? '';
}

/** Figures of keyword tools, as they were imported or fetched. */
export function KeywordsTab({ websiteId }: { websiteId: string }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter: KeywordFilter = {
    websiteId,
    q: state.q || undefined,
    source: state.provider || undefined,
    from: state.from || undefined,
    to: state.to || undefined,
  };
  const query = useInfiniteQuery(importedQueries.keywords(filter));
  return (
    <RecordsCard
      title="Keyword data"
      description="Volume, difficulty and CPC of keyword tools, as they were imported or fetched, the latest import first. The keyword finder shows the result of their analysis."
      summary={<ObservationFreshness websiteId={websiteId} table="keywords" />}
      filters={
        <>
          <RecordFilters label="Keyword contains" state={state} onChange={setState} />
          <Choice label="Tool" value={state.provider} options={TOOLS} onChange={(provider) => setState({ provider })} />
        </>
      }
      isFiltered={Object.values(state).some((value) => value !== '')}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.observations}
      columns={COLUMNS}
      file={{ address: importedFiles.keywords(filter), name: 'keyword-data.csv' }}
      formats="Fetch data in the keyword finder, or import a file of Keyword Planner, Ahrefs or Semrush."
    />
  );
}
