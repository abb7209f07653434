import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import {
  type Crawl,
  type CrawlAiAccessRow,
  type CrawlAiAgent,
  type CrawlAiFilter,
  crawlApi,
  crawlQueries,
} from '@/api/crawls';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { useExport } from '@/hooks/use-export';
import { useUrlState } from '@/hooks/use-url-state';
import { AI_PURPOSES, purposeName } from '@/lib/ai-purposes';
import { formatNumber, plural } from '@/lib/format';
import { oneOf } from '@/lib/one-of';

const DEFAULTS = { aiPurpose: '', aiAgent: '' };

/** What each AI crawler may use of each directory. */
export function AiDirectoriesCard({ crawl }: { crawl: Crawl }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter = toAiFilter(state);
  const query = useInfiniteQuery(crawlQueries.aiAccess(crawl.id, filter));
  const file = useExport(crawlApi.aiAccessFile(crawl.id, filter), `ai-crawlers-${crawl.createdAt.slice(0, 10)}.csv`);
  const first = query.data?.pages[0];
  return (
    <Card aria-label="AI readiness by directory" className="overflow-clip">
      <CardHeader
        title="AI readiness by directory"
        description="Pages that robots.txt allows, whose directives permit indexing and quoting, and whose content is in the HTML. Ready pages pass all three."
        actions={
          <Button variant="outline" size="sm" needsNetwork busy={file.isBusy} onClick={() => void file.save()}>
            <Download size={14} aria-hidden="true" />
            Export directories
          </Button>
        }
      />
      <Filters state={state} agents={first?.agents ?? []} onChange={setState} />
      <div className="border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the directories."
          isEmpty={(data) => data.pages.every(({ rows }) => rows.length === 0)}
          empty={<EmptyPanel title={emptyTitle(first?.isKnown ?? true)} className="py-8" />}
        >
          {(data) => <Rows rows={data.pages.flatMap(({ rows }) => rows)} />}
        </QueryPanel>
      </div>
      <LoadMore query={query} />
      {first && first.otherHosts > 0 ? (
        <p className="px-5 py-3 text-[0.8125rem] text-muted-foreground">
          {plural(first.otherHosts, 'page', 'pages')} of other hosts left out: another robots.txt applies to them.
        </p>
      ) : null}
    </Card>
  );
}

/** The state of the URL as the server filters. Unknown values are left out. */
function toAiFilter({ aiPurpose, aiAgent }: typeof DEFAULTS): CrawlAiFilter {
  const purpose = oneOf(AI_PURPOSES, aiPurpose);
  return {
    ...(purpose === undefined ? {} : { purpose }),
    ...(aiAgent === '' ? {} : { agent: aiAgent }),
  };
}

function emptyTitle(isKnown: boolean): string {
  return isKnown ? 'No directories with these filters' : 'Crawl again to count directories';
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
  const purpose = toAiFilter(state).purpose;
  const shown = agents.filter((agent) => purpose === undefined || agent.purpose === purpose);
  return (
    <search aria-label="Filter directories" className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-5">
      <Select
        aria-label="Purpose"
        className="h-9 w-auto"
        value={purpose ?? ''}
        onChange={(event) => onChange({ aiPurpose: event.target.value, aiAgent: '' })}
      >
        <option value="">Any purpose</option>
        {AI_PURPOSES.map((each) => (
          <option key={each} value={each}>
            {purposeName(each)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Crawler"
        className="h-9 w-auto"
        value={shown.some(({ name }) => name === state.aiAgent) ? state.aiAgent : ''}
        onChange={(event) => onChange({ aiAgent: event.target.value })}
      >
        <option value="">Any crawler</option>
        {shown.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </search>
  );
}

function Rows({ rows }: { rows: readonly CrawlAiAccessRow[] }) {
  return (
    <Table label="AI readiness by directory">
      <thead>
        <tr>
          <Th className="pl-5">Directory</Th>
          <Th>Crawler</Th>
          <Th numeric>Pages</Th>
          <Th numeric>Allowed</Th>
          <Th numeric>Permitted</Th>
          <Th numeric>In HTML</Th>
          <Th numeric className="pr-5">
            Ready
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.directory} ${row.agent}`}>
            <Td className="pl-5 font-mono text-xs">{row.directory ?? 'All other directories'}</Td>
            <Td>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {row.agent} {row.isUnbound ? <Badge tone="warning">not bound by robots.txt</Badge> : null}
              </span>
            </Td>
            <Td numeric>{formatNumber(row.pages, 0)}</Td>
            <Td numeric>{formatNumber(row.allowed, 0)}</Td>
            <Td numeric>{formatNumber(row.permitted, 0)}</Td>
            <Td numeric>{formatNumber(row.inHtml, 0)}</Td>
            <Td numeric className="pr-5 font-medium">
              {formatNumber(row.ready, 0)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
