import { useQuery } from '@tanstack/react-query';
import { type MarketVertical, marketQueries } from '@/api/market-data';
import { cents, count, monthsText, peakText } from '@/components/markets/market-words';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { Pages } from '@/components/ui/pages';
import { Table, Td, Th } from '@/components/ui/table';
import { TypedFilter } from '@/components/ui/typed-filter';
import { PHONE, useMedia } from '@/hooks/use-media';
import { useUrlState } from '@/hooks/use-url-state';
import { cn } from '@/lib/cn';
import { plural } from '@/lib/format';
import { humanise } from '@/lib/words';
import { CARD_ROW, NAMED_CELL, WHOLE_LINE } from './cards';
import { ExportButton } from './export-button';
import { FigureCell } from './figure-cell';

const DEFAULTS = { q: '', category: '', known: '', page: '1' };
/** Verticals on a page: each is a card on a phone. */
const SIZE = 20;
const PHONE_SIZE = 10;
const KNOWN = [
  { value: 'scored', label: 'Payout and demand known' },
  { value: 'unknown', label: 'Payout or demand unknown' },
] as const;

/** All verticals with payouts, CPC, demand and seasons. */
export default function VerticalsTab() {
  const query = useQuery(marketQueries.verticals());
  const [state, setState] = useUrlState(DEFAULTS);
  const all = query.data ?? [];
  const categories = [...new Set(all.map(({ category }) => category))].sort();
  const found = all.filter((vertical) => matches(vertical, state));
  const size = useMedia(PHONE) ? PHONE_SIZE : SIZE;
  const pages = Math.max(1, Math.ceil(found.length / size));
  // A page of an old link may not exist any more.
  const page = Math.min(pages, Math.max(1, Math.floor(Number(state.page)) || 1));
  const change = (next: Partial<typeof DEFAULTS>) => setState({ page: '1', ...next });
  return (
    <Card aria-label="Verticals" className="overflow-clip">
      <CardHeader
        title={query.data ? plural(found.length, 'vertical') : 'Verticals'}
        description="A demand figure that is a lower bound counts part of the market. Compare demand between verticals only for the same bound."
        actions={<ExportButton table={{ table: 'verticals' }} />}
      />
      <search
        aria-label="Filter verticals"
        className="grid grid-cols-2 items-center gap-2 px-4 py-3 sm:flex sm:flex-wrap sm:px-5"
      >
        <TypedFilter
          label="Name contains"
          value={state.q}
          onChange={(q) => change({ q })}
          className="max-sm:col-span-2 sm:w-56"
          icon
        />
        <Choice
          label="Category"
          any="Any category"
          value={state.category}
          options={categories.map((value) => ({ value, label: humanise(value) }))}
          onChange={(category) => change({ category })}
        />
        <Choice
          label="Known figures"
          any="Any figures"
          value={state.known}
          options={KNOWN}
          onChange={(known) => change({ known })}
        />
      </search>
      <div className="min-h-60 border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the verticals."
          isEmpty={() => found.length === 0}
          empty={<EmptyPanel title="No verticals with these filters" className="py-8" />}
        >
          {() => <Rows verticals={found.slice((page - 1) * size, page * size)} />}
        </QueryPanel>
      </div>
      <Pages
        label="Pages of verticals"
        page={page}
        pages={pages}
        onChange={(next) => setState({ page: String(next) })}
      />
    </Card>
  );
}

function matches(vertical: MarketVertical, { q, category, known }: typeof DEFAULTS): boolean {
  const isScored = Boolean(vertical.payout && vertical.searchesPer100k);
  return (
    `${vertical.name} ${vertical.slug}`.toLowerCase().includes(q.trim().toLowerCase()) &&
    (category === '' || vertical.category === category) &&
    (known === '' || isScored === (known === 'scored'))
  );
}

function Rows({ verticals }: { verticals: readonly MarketVertical[] }) {
  return (
    <Table label="Verticals" className="max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          <Th className="pl-5">Vertical</Th>
          <Th numeric>Payout</Th>
          <Th numeric>CPC</Th>
          <Th numeric title="Monthly search volume per 100,000 people">
            Volume per 100,000
          </Th>
          <Th numeric title="Needs per year per 100,000: not search volume, not paid jobs">
            Needs a year per 100,000
          </Th>
          <Th className="pr-5" title="Strongest month; 1 is an average month">
            Season
          </Th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {verticals.map((vertical) => (
          <Row key={vertical.slug} vertical={vertical} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ vertical }: { vertical: MarketVertical }) {
  const { season } = vertical;
  return (
    <tr className={CARD_ROW}>
      <Td className={cn('min-w-44 pl-5', WHOLE_LINE)}>
        <span className="block font-medium">{vertical.name}</span>
        <span className="block text-xs text-muted-foreground">
          {humanise(vertical.category)},{' '}
          {vertical.rates.length > 0 ? plural(vertical.rates.length, 'published rate') : 'no published rate of its own'}
        </span>
        {vertical.regulated ? (
          <Badge tone="warning" title="A payout does not mean that selling leads is lawful in a state.">
            Regulated: {humanise(vertical.regulated).toLowerCase()}
          </Badge>
        ) : null}
      </Td>
      <Td numeric data-name="Payout" className={NAMED_CELL}>
        <FigureCell figure={vertical.payout} format={cents} unit={`per ${vertical.payoutUnit}`} />
      </Td>
      <Td numeric data-name="CPC" className={NAMED_CELL}>
        <FigureCell figure={vertical.cpc} format={cents} />
      </Td>
      <Td numeric data-name="Volume per 100,000" className={NAMED_CELL}>
        <FigureCell figure={vertical.searchesPer100k} format={count} unit="a month" hasBound />
      </Td>
      <Td numeric data-name="Needs a year per 100,000" className={NAMED_CELL}>
        <FigureCell
          figure={vertical.needsPer100k}
          format={count}
          unit={vertical.needsBase ? `of ${humanise(vertical.needsBase).toLowerCase()}` : undefined}
          hasBound
        />
      </Td>
      <Td data-name="Season" className={cn('pr-5', NAMED_CELL, season ? undefined : 'max-md:hidden')}>
        <span
          className={cn('whitespace-nowrap', season ? undefined : 'text-muted-foreground')}
          title={season ? monthsText(season) : undefined}
        >
          {peakText(season)}
        </span>
        {vertical.seasonPart ? (
          <span className="block text-xs text-muted-foreground">{humanise(vertical.seasonPart)} only</span>
        ) : null}
        {vertical.seasonGrade ? (
          <span className="block text-xs text-muted-foreground">grade {vertical.seasonGrade}</span>
        ) : null}
      </Td>
    </tr>
  );
}
