import { flexRender, functionalUpdate, type Header, type Row, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Keyword } from '@/api/types';
import { REFRESHING } from '@/components/states/refreshing';
import { PHONE, useMedia } from '@/hooks/use-media';
import { useRowFocus } from '@/hooks/use-row-focus';
import { cn } from '@/lib/cn';
import { type ColumnLayout, widthWithin } from './column-layout';
import { columns, features, phoneColumns } from './columns';
import { SORTS } from './finder-state';

const ROW_PX = 48;
/** Two lines of the keyword, and its page. */
const PHONE_ROW_PX = 60;
export const HEAD_PX = 40;
/** Rows that are drawn beyond the window, and the distance to the end at which more are asked for. */
const OVERSCAN = 8;
const AHEAD = 30;

interface Props {
  rows: readonly Keyword[];
  /** Number of rows that match the filter, loaded or not; null if unknown. */
  total: number | null;
  sort: string;
  order: string;
  layout: ColumnLayout;
  onLayout: (change: Partial<ColumnLayout>) => void;
  busy: boolean;
  openRow: string;
  onSort: (column: string) => void;
  onOpen: (id: string) => void;
  /** Asks for more rows. */
  onNearEnd: () => void;
}

type KeywordHeader = Header<typeof features, Keyword, unknown>;

/** Height of a row in pixels. */
export const useRowHeight = (): number => (useMedia(PHONE) ? PHONE_ROW_PX : ROW_PX);

/**
 * The keyword table. Only visible rows are rendered; assistive technology gets an ordinary table with the true number
 * of rows. J and K (or the arrows) move between rows, Enter opens one.
 */
export function KeywordTable(props: Props) {
  const { rows, total, layout, sort, order, busy } = props;
  // Stored as state, so that the body re-renders once the scroll container exists.
  const [box, setBox] = useState<HTMLElement | null>(null);
  const data = rows as Keyword[];
  const sorting = useMemo(() => [{ id: sort, desc: order === 'desc' }], [sort, order]);
  const table = useKeywordTable(data, layout, sorting, props.onLayout);
  const visible = table.getVisibleLeafColumns();
  const width = visible.reduce((sum, column) => sum + column.getSize(), 0);
  return (
    <section
      ref={setBox}
      aria-label="Keywords"
      className={cn(
        'relative max-h-[min(44rem,calc(100dvh-12rem))] min-h-48 overflow-auto overscroll-x-contain transition-shadow',
        busy && REFRESHING,
      )}
    >
      <table
        aria-rowcount={(total ?? rows.length) + 1}
        aria-busy={busy}
        className="w-full table-fixed border-separate border-spacing-0 text-left text-[0.8125rem]"
        style={{ minWidth: width }}
      >
        <caption className="sr-only">Keywords. Press Enter on a keyword to see how its value is calculated.</caption>
        <colgroup>
          {visible.map((column) => (
            <col key={column.id} style={{ width: column.id === 'query' ? undefined : column.getSize() }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {table.getHeaderGroups()[0]?.headers.map((header) => (
              <HeadCell key={header.id} header={header} {...props} />
            ))}
          </tr>
        </thead>
        <Body {...props} table={table} box={box} columnIds={visible.map(({ id }) => id)} />
      </table>
    </section>
  );
}

/** The table's model. A phone has columns of its own: widths and order are for windows that hold more than three. */
function useKeywordTable(
  data: Keyword[],
  { hidden, order, widths }: ColumnLayout,
  sorting: { id: string; desc: boolean }[],
  onLayout: Props['onLayout'],
) {
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden]);
  const isPhone = useMedia(PHONE);
  return useTable({
    features,
    columns: isPhone ? phoneColumns : columns,
    data,
    state: {
      columnVisibility,
      sorting,
      columnOrder: isPhone ? [] : ['query', ...order],
      columnSizing: isPhone ? {} : widths,
    },
    columnResizeMode: 'onChange',
    onColumnSizingChange: (update) => {
      const next = Object.entries(functionalUpdate(update, widths));
      onLayout({ widths: Object.fromEntries(next.map(([id, px]) => [id, widthWithin(px)])) });
    },
    getRowId: (keyword: Keyword) => keyword.id,
    manualSorting: true,
  });
}

function HeadCell({ header, sort, order, layout, onSort, onLayout }: Props & { header: KeywordHeader }) {
  const { column } = header;
  const meta = column.columnDef.meta;
  const name = String(column.columnDef.header);
  const sortable = SORTS.some((each) => each === column.id);
  const active = sortable && sort === column.id;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      // Its content names the edge as well.
      aria-label={name}
      aria-sort={active ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      title={meta?.hint}
      style={{ height: HEAD_PX }}
      className={cn(
        'sticky top-0 z-10 border-b border-border bg-card px-3 font-medium whitespace-nowrap text-muted-foreground max-sm:px-2',
        column.id === 'query' && 'left-0 z-20 pl-4 max-sm:pl-4',
        meta?.numeric && 'text-right',
      )}
    >
      {sortable ? (
        <button
          type="button"
          className={cn(
            'inline-flex h-8 items-center gap-1 rounded-sm hover:text-foreground',
            active && 'text-foreground',
          )}
          onClick={() => onSort(column.id)}
        >
          {name}
          {active ? <Arrow size={13} aria-hidden="true" /> : null}
        </button>
      ) : (
        name
      )}
      {column.getCanResize() ? (
        <Edge
          name={name}
          width={column.getSize()}
          onDrag={header.getResizeHandler()}
          onWidth={(px) => onLayout({ widths: withWidth(layout.widths, column.id, px) })}
        />
      ) : null}
    </th>
  );
}

const STEP_PX = 16;

function withWidth(widths: Record<string, number>, id: string, px: number | null): Record<string, number> {
  const { [id]: _, ...others } = widths;
  return px === null ? others : { ...others, [id]: widthWithin(px) };
}

/** The right edge of a heading, a splitter as ARIA has it: dragged, or moved by the arrow keys; twice clicked, or Enter, gives the first width back. */
function Edge({
  name,
  width,
  onDrag,
  onWidth,
}: {
  name: string;
  width: number;
  onDrag: (event: unknown) => void;
  onWidth: (px: number | null) => void;
}) {
  const keys: Record<string, number | null> = { ArrowLeft: width - STEP_PX, ArrowRight: width + STEP_PX, Enter: null };
  const onKeyDown = (event: KeyboardEvent) => {
    const px = keys[event.key];
    if (px === undefined) return;
    event.preventDefault();
    onWidth(px);
  };
  return (
    <hr
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={width}
      tabIndex={0}
      className="absolute inset-y-1 right-0 z-10 m-0 h-auto w-2 border-0 cursor-col-resize touch-none rounded-sm after:absolute after:inset-y-1 after:right-0 after:w-px after:bg-border hover:bg-accent focus-visible:bg-accent max-sm:hidden"
      onMouseDown={onDrag}
      onTouchStart={onDrag}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKeyDown}
    />
  );
}

interface BodyProps extends Props {
  table: ReturnType<typeof useTable<typeof features, Keyword>>;
  box: HTMLElement | null;
  columnIds: string[];
}

function Body({ table, box, columnIds, openRow, onOpen, onNearEnd }: BodyProps) {
  const rows = table.getRowModel().rows;
  const rowHeight = useRowHeight();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    paddingStart: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    initialRect: { width: 1200, height: 640 },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const focus = useRowFocus(rows.length, box, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));
  const nearEnd = last !== undefined && last.index >= rows.length - AHEAD;
  const ask = useRef(onNearEnd);
  const open = useRef(onOpen);
  useEffect(() => {
    ask.current = onNearEnd;
    open.current = onOpen;
  });
  const openLatest = useCallback((id: string) => open.current(id), []);
  // The number of rows whose end is near: after more are loaded it is another one, and asks again.
  const endOf = nearEnd ? rows.length : null;
  useEffect(() => {
    if (endOf !== null) ask.current();
  }, [endOf]);
  return (
    <tbody onKeyDown={(event: KeyboardEvent) => focus.onKeyDown(event)}>
      <Spacer height={first ? first.start - HEAD_PX : 0} columns={columnIds.length} />
      {items.map((item) => {
        const row = rows[item.index];
        if (!row) return null;
        return (
          <KeywordRow
            key={row.id}
            row={row}
            index={item.index}
            height={rowHeight}
            columnsKey={columnIds.join()}
            isOpen={openRow === row.id}
            isTabStop={item.index === focus.at}
            onOpen={openLatest}
            onFocus={focus.setAt}
          />
        );
      })}
      <Spacer height={last ? virtualizer.getTotalSize() - last.end : 0} columns={columnIds.length} />
    </tbody>
  );
}

interface RowProps {
  row: Row<typeof features, Keyword>;
  index: number;
  height: number;
  /** Visible columns in order; a change re-renders the rows. */
  columnsKey: string;
  isOpen: boolean;
  /** The one row that Tab reaches. */
  isTabStop: boolean;
  onOpen: (id: string) => void;
  onFocus: (index: number) => void;
}

/** One row. Drawn again only when something about it changes, so that scrolling draws new rows alone. */
const KeywordRow = memo(function KeywordRow({ row, index, height, isOpen, isTabStop, onOpen, onFocus }: RowProps) {
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ height }}
      className={cn('group cursor-pointer', isOpen ? 'bg-accent' : 'hover:bg-accent/60')}
      onClick={() => onOpen(row.id)}
    >
      {row.getVisibleCells().map((cell) => {
        const content = flexRender(cell.column.columnDef.cell, cell.getContext());
        if (cell.column.id !== 'query') {
          return (
            <td key={cell.id} className={cell.column.columnDef.meta?.numeric ? NUMERIC_CELL : CELL}>
              {content}
            </td>
          );
        }
        return (
          <th key={cell.id} scope="row" className={isOpen ? OPEN_HEAD : ROW_HEAD}>
            <button
              type="button"
              data-row={index}
              tabIndex={isTabStop ? 0 : -1}
              className="block h-full w-full overflow-hidden py-1 pr-2 pl-4 text-left leading-tight font-medium -outline-offset-2"
              onFocus={() => onFocus(index)}
              onClick={(event) => {
                event.stopPropagation();
                onOpen(row.id);
              }}
            >
              {content}
            </button>
          </th>
        );
      })}
    </tr>
  );
});

const CELL = 'overflow-hidden border-b border-border px-3 max-sm:px-2 leading-tight whitespace-nowrap';
const NUMERIC_CELL = `${CELL} text-right tabular`;
const HEAD = 'sticky left-0 z-[5] border-b border-border p-0 font-normal';
const ROW_HEAD = `${HEAD} bg-card group-hover:bg-accent`;
const OPEN_HEAD = `${HEAD} bg-accent`;

/** Placeholder of the rows that are not rendered. */
function Spacer({ height, columns: span }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of space holds nothing that takes the focus
    <tr aria-hidden="true">
      <td colSpan={span} className="p-0" style={{ height }} />
    </tr>
  );
}
