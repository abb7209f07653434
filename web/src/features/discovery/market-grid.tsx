import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { useRowFocus } from '@/hooks/use-row-focus';
import { cn } from '@/lib/cn';
import { formatNumber } from '@/lib/format';
import { keyOf, nameOf, type ScanMarket } from './discovery-state';
import { Amount, Demand, Flags, TierBadge, WinChance } from './market-cells';

const ROW_PX = 56;
const HEAD_PX = 40;
const OVERSCAN = 8;

export interface MarketListProps {
  markets: readonly ScanMarket[];
  currency: string;
  sort: string;
  order: string;
  open: string;
  picked: ReadonlySet<string>;
  inPipeline: ReadonlySet<string>;
  onSort: (column: string) => void;
  onOpen: (key: string) => void;
  onPick: (key: string) => void;
}

interface Column {
  id: string;
  name: string;
  width: number;
  numeric?: boolean;
  hint?: string;
  cell: (market: ScanMarket, currency: string) => ReactNode;
}

const COLUMNS: readonly Column[] = [
  { id: 'tier', name: 'Tier', width: 84, cell: ({ tier }) => <TierBadge tier={tier} /> },
  { id: 'score', name: 'Score', width: 72, numeric: true, cell: ({ score }) => formatNumber(score, 0) },
  {
    id: 'profit',
    name: 'Profit a month',
    width: 136,
    numeric: true,
    hint: 'Expected monthly profit from the second year on; below it the 80% interval',
    cell: ({ profitMonth }, currency) => <Amount money={profitMonth} currency={currency} />,
  },
  {
    id: 'revenue',
    name: 'Revenue',
    width: 96,
    numeric: true,
    hint: 'Expected monthly revenue',
    cell: ({ revenue }, currency) => <Amount money={revenue} currency={currency} isShort />,
  },
  {
    id: 'chance',
    name: 'Win chance',
    width: 104,
    numeric: true,
    hint: 'Probability of the first ten results within a year',
    cell: (market) => <WinChance market={market} />,
  },
  {
    id: 'demand',
    name: 'Demand',
    width: 124,
    numeric: true,
    hint: 'Monthly search volume, with the bound of the figure',
    cell: (market) => <Demand market={market} />,
  },
  {
    id: 'payout',
    name: 'Payout',
    width: 88,
    numeric: true,
    hint: 'Expected payout per lead or call',
    cell: ({ payout }, currency) => <Amount money={payout} currency={currency} isShort />,
  },
  {
    id: 'difficulty',
    name: 'Difficulty',
    width: 92,
    numeric: true,
    hint: '0 to 100; 50 is average',
    cell: ({ difficulty }) => formatNumber(difficulty, 0),
  },
];

const PICK_PX = 44;
const NAME_PX = 260;
const WIDTH = PICK_PX + NAME_PX + COLUMNS.reduce((sum, { width }) => sum + width, 0);

/** The markets of a scan. Only visible rows are rendered; Tab reaches one row; J, K and the arrows move. */
export function MarketGrid(props: MarketListProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  return (
    <section
      ref={setBox}
      aria-label="Markets"
      className="relative max-h-[min(44rem,calc(100dvh-12rem))] min-h-48 overflow-auto overscroll-x-contain"
    >
      <table
        aria-rowcount={props.markets.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-left text-[0.8125rem]"
        style={{ minWidth: WIDTH }}
      >
        <caption className="sr-only">
          Markets. Press Enter on a market to see its calculation, and the left arrow to select it.
        </caption>
        <colgroup>
          <col style={{ width: PICK_PX }} />
          <col />
          {COLUMNS.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={HEAD} style={{ height: HEAD_PX }}>
              <span className="sr-only">Select</span>
            </th>
            <SortHead id="market" name="Market" {...props} />
            {COLUMNS.map((column) => (
              <SortHead key={column.id} {...props} {...column} />
            ))}
          </tr>
        </thead>
        <Body {...props} box={box} />
      </table>
    </section>
  );
}

const HEAD =
  'sticky top-0 z-10 border-b border-border bg-card px-3 font-medium whitespace-nowrap text-muted-foreground';

type HeadProps = Pick<Column, 'id' | 'name' | 'numeric' | 'hint'> & Pick<MarketListProps, 'sort' | 'order' | 'onSort'>;

function SortHead({ id, name, numeric, hint, sort, order, onSort }: HeadProps) {
  const isActive = sort === id;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isActive ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      title={hint}
      className={cn(HEAD, numeric && 'text-right')}
    >
      <button
        type="button"
        className={cn(
          'inline-flex h-8 items-center gap-1 rounded-sm hover:text-foreground',
          isActive && 'text-foreground',
        )}
        onClick={() => onSort(id)}
      >
        {name}
        {isActive ? <Arrow size={13} aria-hidden="true" /> : null}
      </button>
    </th>
  );
}

function Body({ box, ...props }: MarketListProps & { box: HTMLElement | null }) {
  const { markets } = props;
  const virtualizer = useVirtualizer({
    count: markets.length,
    getScrollElement: () => box,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    paddingStart: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    initialRect: { width: 1200, height: 640 },
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const focus = useRowFocus(markets.length, box, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));
  return (
    <tbody onKeyDown={focus.onKeyDown} onFocus={focus.onFocus}>
      <Spacer height={first ? first.start - HEAD_PX : 0} />
      {items.map((item) => {
        const market = markets[item.index];
        if (!market) return null;
        return (
          <MarketRow
            key={keyOf(market)}
            {...props}
            market={market}
            index={item.index}
            isTabStop={item.index === focus.at}
          />
        );
      })}
      <Spacer height={last ? virtualizer.getTotalSize() - last.end : 0} />
    </tbody>
  );
}

const CELL = 'overflow-hidden border-b border-border px-3 leading-tight';

function MarketRow({
  market,
  index,
  isTabStop,
  currency,
  open,
  picked,
  inPipeline,
  onOpen,
  onPick,
}: MarketListProps & { market: ScanMarket; index: number; isTabStop: boolean }) {
  const [key, name] = [keyOf(market), nameOf(market)];
  const isOpen = open === key;
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ height: ROW_PX }}
      className={cn('cursor-pointer', isOpen ? 'bg-accent' : 'hover:bg-accent/60')}
      onClick={() => onOpen(key)}
    >
      <td className={cn(CELL, 'px-0')}>
        <Pick name={name} isPicked={picked.has(key)} onPick={() => onPick(key)} />
      </td>
      <th scope="row" className="overflow-hidden border-b border-border p-0 font-normal">
        <button
          type="button"
          data-row={index}
          tabIndex={isTabStop ? 0 : -1}
          className="block h-full w-full overflow-hidden px-3 py-1 text-left leading-tight -outline-offset-2"
          onClick={(event) => {
            event.stopPropagation();
            onOpen(key);
          }}
        >
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            {inPipeline.has(key) ? <Badge tone="brand">In pipeline</Badge> : null}
          </span>
          <Flags market={market} />
        </button>
      </th>
      {COLUMNS.map(({ id, numeric, cell }) => (
        <td key={id} className={cn(CELL, numeric && 'text-right tabular')}>
          {cell(market, currency)}
        </td>
      ))}
    </tr>
  );
}

/** Checkbox that selects a market: reached by the arrows from its row, so that a long list is one tab stop. */
export function Pick({ name, isPicked, onPick }: { name: string; isPicked: boolean; onPick: () => void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox has the keys
    <label className="grid size-11 cursor-pointer place-items-center" onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        data-row-part
        tabIndex={-1}
        className="size-4 accent-primary"
        aria-label={`Select ${name}`}
        checked={isPicked}
        onChange={onPick}
      />
    </label>
  );
}

/** Placeholder of the rows that are not rendered. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of space holds nothing that takes the focus
    <tr aria-hidden="true">
      <td colSpan={COLUMNS.length + 2} className="p-0" style={{ height }} />
    </tr>
  );
}
