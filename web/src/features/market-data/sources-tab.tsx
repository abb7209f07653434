import { useQuery } from '@tanstack/react-query';
import { type MarketDataSource, marketQueries } from '@/api/market-data';
import { Attribution } from '@/components/markets/attribution';
import { gradeText } from '@/components/markets/market-words';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { Table, Td, Th } from '@/components/ui/table';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { cn } from '@/lib/cn';
import { CARD_ROW, NAMED_CELL, WHOLE_LINE } from './cards';
import { ExportButton } from './export-button';

const DEFAULTS = { q: '', grade: '' };
const GRADES = ['A', 'B', 'C', 'D'].map((value) => ({ value, label: gradeText(value) }));

/** Publications behind the reference data. */
export default function SourcesTab() {
  const query = useQuery(marketQueries.sources());
  const [state, setState] = useUrlState(DEFAULTS);
  const text = state.q.trim().toLowerCase();
  const shown = (query.data?.sources ?? []).filter(
    (source) =>
      `${source.id} ${source.title} ${source.publisher}`.toLowerCase().includes(text) &&
      (state.grade === '' || source.grade === state.grade),
  );
  return (
    <Card aria-label="Sources" className="overflow-clip">
      <CardHeader
        title="Sources"
        description="Each built-in figure names one or more of these. Figures of grade D are weak: replace them with your own."
        actions={<ExportButton table={{ table: 'sources' }} />}
      />
      <div className="px-5 pt-3">
        <Attribution />
      </div>
      <search aria-label="Filter sources" className="grid grid-cols-2 gap-2 px-4 py-3 sm:flex sm:flex-wrap sm:px-5">
        <TypedFilter
          label="Title, publisher or id contains"
          value={state.q}
          onChange={(q) => setState({ q })}
          className="max-sm:col-span-2 sm:w-64"
          icon
        />
        <Choice
          label="Grade"
          any="Any grade"
          value={state.grade}
          options={GRADES}
          onChange={(grade) => setState({ grade })}
        />
      </search>
      <div className="min-h-60 border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the sources."
          isEmpty={() => shown.length === 0}
          empty={<EmptyPanel title="No sources with these filters" className="py-8" />}
        >
          {() => <Rows sources={shown} />}
        </QueryPanel>
      </div>
    </Card>
  );
}

function Rows({ sources }: { sources: readonly MarketDataSource[] }) {
  return (
    <Table label="Sources" className="max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          <Th className="pl-5">Title and publisher</Th>
          <Th>Id</Th>
          <Th numeric>Year</Th>
          <Th className="pr-5">Grade</Th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {sources.map((source) => (
          <tr key={source.id} className={CARD_ROW}>
            <Td className={cn('pl-5 wrap-anywhere', WHOLE_LINE)}>
              <Title source={source} />
              <span className="block text-xs text-muted-foreground">{source.publisher}</span>
            </Td>
            <Td data-name="Id" className={NAMED_CELL}>
              <code className="text-xs">{source.id}</code>
            </Td>
            <Td numeric data-name="Year" className={NAMED_CELL}>
              {source.year ?? 'Undated'}
            </Td>
            <Td data-name="Grade" className={cn('pr-5', NAMED_CELL)}>
              {gradeText(source.grade)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Title({ source }: { source: MarketDataSource }) {
  if (!/^https?:\/\//.test(source.address)) return <span className="font-medium">{source.title}</span>;
  return (
    <a className="font-medium hover:text-brand hover:underline" href={source.address} target="_blank" rel="noreferrer">
      {source.title}
    </a>
  );
}
