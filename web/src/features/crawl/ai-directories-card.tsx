import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type Crawl,
  type CrawlAiAccessRow,
  type CrawlAiAgent,
  type CrawlAiFilter,
  crawlApi,
  crawlQueries,
} from '@/api/crawls';
import { type RecordColumn, RecordsCard } from '@/components/records/records-card';
import { Badge } from '@/components/ui/badge';
import { Choice } from '@/components/ui/choice';
import { useUrlState } from '@/hooks/use-url-state';
import { AI_PURPOSES, PURPOSE_OPTIONS } from '@/lib/ai-purposes';
import { localDay } from '@/lib/days';
import { formatNumber, plural } from '@/lib/format';
import { oneOf } from '@/lib/one-of';

const DEFAULTS = { aiPurpose: '', aiAgent: '' };

const COLUMNS: readonly RecordColumn<CrawlAiAccessRow>[] = [
  {
    name: 'Directory',
    wide: true,
    cell: (row) => <span className="font-mono text-xs">{row.directory ?? 'All other directories'}</span>,
  },
  {
    name: 'Crawler',
    wide: true,
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {row.agent} {row.isUnbound ? <Badge tone="warning">not bound by robots.txt</Badge> : null}
      </span>
    ),
  },
  { name: 'Pages', numeric: true, cell: (row) => formatNumber(row.pages, 0) },
  { name: 'Allowed', numeric: true, cell: (row) => formatNumber(row.allowed, 0) },
  { name: 'Permitted', numeric: true, cell: (row) => formatNumber(row.permitted, 0) },
  { name: 'In HTML', numeric: true, cell: (row) => formatNumber(row.inHtml, 0) },
  { name: 'Ready', numeric: true, cell: (row) => <span className="font-medium">{formatNumber(row.ready, 0)}</span> },
];

/** What each AI crawler may use of each directory. */
export function AiDirectoriesCard({ crawl }: { crawl: Crawl }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter = toAiFilter(state);
  const query = useInfiniteQuery(crawlQueries.aiAccess(crawl.id, filter));
  const first = query.data?.pages[0];
  const isKnown = first?.isKnown ?? true;
  return (
    <RecordsCard
      title="AI readiness by directory"
      folds="always"
      rowsName="directories"
      description="Pages that robots.txt allows, whose directives permit indexing and quoting, and whose content is in the HTML. Ready pages pass all three."
      summary={<OtherHosts pages={first?.otherHosts ?? 0} />}
      filters={<Filters state={state} agents={first?.agents ?? []} onChange={setState} />}
      isFiltered={isKnown && Object.keys(filter).length > 0}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.rows}
      columns={COLUMNS}
      file={{
        address: crawlApi.aiAccessFile(crawl.id, filter),
        name: `ai-crawlers-${localDay(new Date(crawl.createdAt))}.csv`,
      }}
      formats={isKnown ? 'This crawl has no pages of the website.' : 'Crawl again to count directories.'}
      action={null}
    />
  );
}

/** The state of the URL as the server filters. An unknown purpose is left out. */
function toAiFilter({ aiPurpose, aiAgent }: typeof DEFAULTS): CrawlAiFilter {
  const purpose = oneOf(AI_PURPOSES, aiPurpose);
  return {
    ...(purpose === undefined ? {} : { purpose }),
    ...(aiAgent === '' ? {} : { agent: aiAgent }),
  };
}

function OtherHosts({ pages }: { pages: number }) {
  if (pages === 0) return null;
  return (
    <p className="px-5 pb-3 text-[0.8125rem] text-muted-foreground">
      {plural(pages, 'page', 'pages')} of other hosts left out: another robots.txt applies to them.
    </p>
  );
}

function Filters({
  state,
  agents,
  onChange,
}: {
  state: typeof DEFAULTS;
  agents: readonly CrawlAiAgent[];
  onChange: (change: Partial<typeof DEFAULTS>) => void;
}) {
  const { purpose, agent } = toAiFilter(state);
  const names = agents.filter((each) => purpose === undefined || each.purpose === purpose).map(({ name }) => name);
  // A crawler in the address filters the rows even if it is none of these, so it is shown.
  const shown = agent === undefined || names.includes(agent) ? names : [agent, ...names];
  return (
    <>
      <Choice
        label="Purpose"
        any="Any purpose"
        value={state.aiPurpose}
        options={PURPOSE_OPTIONS}
        onChange={(aiPurpose) => onChange({ aiPurpose, aiAgent: '' })}
      />
      <Choice
        label="Crawler"
        any="Any crawler"
        value={state.aiAgent}
        options={shown.map((name) => ({ value: name, label: name }))}
        onChange={(aiAgent) => onChange({ aiAgent })}
      />
    </>
  );
}
