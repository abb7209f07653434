import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type Crawl, type CrawlReport, crawlApi, crawlQueries } from '@/api/crawls';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { LoadMore } from '@/components/ui/load-more';
import { TypedFilter } from '@/components/ui/typed-filter';
import { usePhoneRows } from '@/components/ui/use-phone-rows';
import { useExport } from '@/hooks/use-export';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { localDay } from '@/lib/days';
import { formatNumber, plural } from '@/lib/format';
import { isCompared } from './crawl-words';
import {
  CHANGES,
  isFiltered,
  NO_FILTER,
  PAGES_DEFAULTS,
  type PagesState,
  SORTS,
  STATUS_CLASSES,
  toFilter,
} from './pages-filter';
import { PagesTable } from './pages-table';

/** Pages that a phone shows at first: each is a block of eight lines. */
const PHONE_PAGES = 5;

/** Pages of a crawl. */
export function PagesCard({
  crawl,
  report,
  onPage,
}: {
  crawl: Crawl;
  report: CrawlReport;
  onPage: (no: number) => void;
}) {
  const [state, setState] = useUrlState<PagesState>(PAGES_DEFAULTS);
  const query = useInfiniteQuery(crawlQueries.pages(crawl.id, toFilter(state)));
  const searched = query.data?.pages.at(-1)?.searched ?? null;
  const found = query.data?.pages.flatMap(({ pages }) => pages) ?? [];
  const [shown, more] = usePhoneRows(found, query, PHONE_PAGES);
  const clear = (
    <Button variant="outline" size="sm" onClick={() => setState(NO_FILTER)}>
      Clear filters
    </Button>
  );
  return (
    <Card aria-label="Pages" className="overflow-clip">
      <CardHeader
        title="Pages"
        description="All requested URLs. PageRank is the share of the website's internal links."
        actions={<Export crawl={crawl} state={state} />}
      />
      <Filters state={state} isCompared={isCompared(report)} onChange={setState} />
      <div className="min-h-60 border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the pages."
          isEmpty={(data) => data.pages.every(({ pages }) => pages.length === 0)}
          empty={
            searched !== null ? (
              <EmptyPanel title="No pages found yet" className="py-8" />
            ) : isFiltered(state) ? (
              <EmptyPanel title="No pages with these filters" action={clear} className="py-8" />
            ) : (
              <EmptyPanel title="No pages" text="The crawl requested no URL." className="py-8" />
            )
          }
        >
          {() => <PagesTable crawl={crawl} pages={shown} isCompared={isCompared(report)} onPage={onPage} />}
        </QueryPanel>
      </div>
      {searched === null || more.isLoaded ? (
        <LoadMore query={more} />
      ) : (
        <LoadMore query={more} label="Search further" note={searchNote(searched, report.fetched, found.length)} />
      )}
    </Card>
  );
}

/** How far a search came that ended before the list was full. */
function searchNote(searched: number, all: number, found: number): string {
  return `${formatNumber(searched, 0)} of ${plural(all, 'URL')} searched in this order: ${plural(found, 'page')} found so far.`;
}

function Export({ crawl, state }: { crawl: Crawl; state: PagesState }) {
  const label = isFiltered(state) ? 'Export filtered pages' : 'Export all pages';
  const file = useExport(
    crawlApi.pagesFile(crawl.id, toFilter(state)),
    `crawl-${localDay(new Date(crawl.createdAt))}.csv`,
  );
  const run = () => void file.save();
  useShortcut({ id: 'export', keys: 'e', label: `${label} as CSV`, group: 'On this page', run });
  return (
    <Button variant="outline" size="sm" needsNetwork busy={file.isBusy} onClick={run}>
      <Download size={14} aria-hidden="true" />
      {label}
    </Button>
  );
}

function Filters({
  state,
  isCompared,
  onChange,
}: {
  state: PagesState;
  isCompared: boolean;
  onChange: (change: Partial<PagesState>) => void;
}) {
  return (
    <search
      aria-label="Filter pages"
      className="grid grid-cols-2 items-center gap-2 px-4 py-3 sm:flex sm:flex-wrap sm:px-5"
    >
      <TypedFilter
        label="URL or title contains"
        value={state.q}
        onChange={(q) => onChange({ q })}
        className="max-sm:col-span-2 sm:w-56"
        icon
      />
      <Choice
        label="Status"
        any="Any status"
        value={state.status}
        options={STATUS_CLASSES}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label="Indexable"
        any="Indexable or not"
        value={state.indexable}
        options={INDEXABLE}
        onChange={(indexable) => onChange({ indexable })}
      />
      {isCompared ? (
        <Choice
          label="Change"
          any="Any change"
          value={state.change}
          options={CHANGES}
          onChange={(change) => onChange({ change })}
        />
      ) : null}
      <Choice label="Sort by" value={state.sort} options={SORTS} onChange={(sort) => onChange({ sort })} />
      {isFiltered(state) ? (
        <Button variant="ghost" size="sm" onClick={() => onChange(NO_FILTER)}>
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

const INDEXABLE = [
  { value: 'true', label: 'Indexable' },
  { value: 'false', label: 'Not indexable' },
] as const;
