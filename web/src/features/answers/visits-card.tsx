import { useInfiniteQuery } from '@tanstack/react-query';
import { type CrawlerVisits, importedFiles, importedQueries, type VisitFilter } from '@/api/imported';
import { DayFilter } from '@/components/records/day-filter';
import { type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { Choice } from '@/components/ui/choice';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { AI_PURPOSES, PURPOSE_OPTIONS, purposeName } from '@/lib/ai-purposes';
import { formatDate, formatNumber, formatPercent, NO_VALUE, plural } from '@/lib/format';
import { oneOf } from '@/lib/one-of';
import { periodWords } from '@/lib/period-words';

const DEFAULTS = { visitPurpose: '', visitAgent: '', visitDirectory: '', visitFrom: '', visitTo: '' };

const COLUMNS: readonly RecordColumn<CrawlerVisits>[] = [
  { name: 'Crawler', wide: true, cell: (row) => row.agent },
  { name: 'Purpose', cell: (row) => purposeName(row.purpose) },
  { name: 'Directory', cell: (row) => row.directory ?? 'All other directories' },
  { name: 'Days', cell: (row) => periodWords(row.firstDay, row.lastDay) },
  { name: 'Requests', numeric: true, cell: (row) => formatNumber(row.requests, 0) },
  { name: 'Failed', numeric: true, cell: (row) => formatPercent(row.failedShare, 0) },
  { name: 'Allowed by robots.txt', numeric: true, cell: allowedText },
];

/** Pages of the directory that robots.txt allows, according to the latest crawl. */
function allowedText({ allowed, pages }: CrawlerVisits): string {
  if (allowed === null || pages === null) return NO_VALUE;
  return `${formatNumber(allowed, 0)} of ${plural(pages, 'page')}`;
}

/** Requests of AI crawlers in imported access logs. */
export function VisitsCard({ websiteId }: { websiteId: string }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter = toFilter(websiteId, state);
  const query = useInfiniteQuery(importedQueries.visits(filter));
  const source = query.data?.pages[0]?.source;
  return (
    <RecordsCard
      title="Visits of AI crawlers"
      description="Requests in access logs, by crawler and directory. The crawler is what a request claims to be; it is not verified."
      summary={
        source ? (
          <p className="px-5 pb-3 text-[0.8125rem] text-muted-foreground">
            Logs until {formatDate(source.lastDay)}, from {source.fileName}.
          </p>
        ) : null
      }
      filters={<Filters state={state} onChange={setState} />}
      isFiltered={Object.values(state).some((value) => value !== '')}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.visits}
      columns={COLUMNS}
      file={{ address: importedFiles.visits(filter), name: 'crawler-visits.csv' }}
      folds
      formats="Import access logs of nginx, Apache or Caddy with user agents. Addresses and requests of other visitors are not stored."
    />
  );
}

function toFilter(websiteId: string, state: typeof DEFAULTS): VisitFilter {
  const purpose = oneOf(AI_PURPOSES, state.visitPurpose);
  return {
    websiteId,
    ...(purpose === undefined ? {} : { purpose }),
    ...(state.visitAgent === '' ? {} : { agent: state.visitAgent }),
    ...(state.visitDirectory === '' ? {} : { directory: state.visitDirectory }),
    ...(state.visitFrom === '' ? {} : { from: state.visitFrom }),
    ...(state.visitTo === '' ? {} : { to: state.visitTo }),
  };
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
      <Choice
        label="Purpose of the crawlers"
        any="Any purpose"
        value={state.visitPurpose}
        options={PURPOSE_OPTIONS}
        onChange={(visitPurpose) => onChange({ visitPurpose })}
      />
      <TypedFilter
        label="Crawler, for example GPTBot"
        placeholder="Crawler, e.g. GPTBot"
        value={state.visitAgent}
        onChange={(visitAgent) => onChange({ visitAgent })}
        className="max-sm:col-span-2 sm:w-52"
      />
      <TypedFilter
        label="Directory, for example /blog/"
        placeholder="Directory, e.g. /blog/"
        value={state.visitDirectory}
        onChange={(visitDirectory) => onChange({ visitDirectory })}
        className="max-sm:col-span-2 sm:w-52"
      />
      <DayFilter label="From" value={state.visitFrom} onChange={(visitFrom) => onChange({ visitFrom })} />
      <DayFilter label="To" value={state.visitTo} onChange={(visitTo) => onChange({ visitTo })} />
    </>
  );
}
