import { ArrowDown, ArrowUp, Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Fold } from '@/components/ui/fold';
import { Table, Td, Th } from '@/components/ui/table';
import { PHONE, useMedia } from '@/hooks/use-media';
import { cn } from '@/lib/cn';
import { formatNumber, plural } from '@/lib/format';
import { saveText } from '@/lib/save-file';
import { columnFormat } from './column-format';
import { ResultCell } from './result-cell';
import type { ResultTable as Model, ResultColumn } from './result-model';
import { type Sorting, sortRows } from './sort-rows';
import { tableCsv } from './table-csv';
import type { JsonObject } from './value';

/** Rows per page, on a phone fewer because each is a block of lines; and columns shown initially. */
const PAGE = 10;
const PHONE_PAGE = 3;
const FEW_COLUMNS = 8;

/** Table of a result: sortable, paged, exported as CSV. `action` adds a last column. */
export function ResultTable({
  table,
  currency,
  fileName,
  action,
  columns: wanted,
  folded = false,
}: {
  table: Model;
  currency: string;
  fileName: string;
  /** Action of a row. */
  action?: (row: JsonObject) => ReactNode;
  /** Columns shown first, in this order; the others are shown on request. */
  columns?: readonly string[];
  /** Whether its title alone is shown first. */
  folded?: boolean;
}) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [page, setPage] = useState(0);
  const [all, setAll] = useState(false);
  const sorted = useMemo(() => sortRows(table.rows, sorting), [table.rows, sorting]);
  const formats = useFormats(table, currency);
  const columns = all ? ordered(table.columns, wanted) : few(table.columns, wanted);
  const size = useMedia(PHONE) ? PHONE_PAGE : PAGE;
  const pages = Math.max(1, Math.ceil(sorted.length / size));
  const at = Math.min(page, pages - 1);
  const sort = (column: ResultColumn) => {
    setPage(0);
    setSorting((now) => next(now, column));
  };
  return (
    <section aria-label={table.title}>
      <Fold
        open={!folded || undefined}
        title={
          <h3 className="min-w-0 font-semibold wrap-anywhere">
            {table.title}{' '}
            <span className="font-normal text-muted-foreground">({plural(table.rows.length, 'row')})</span>
          </h3>
        }
      >
        <div className="flex flex-wrap items-center justify-end gap-2">
          {columns.length < table.columns.length || all ? (
            <Button variant="ghost" size="sm" aria-pressed={all} onClick={() => setAll(!all)}>
              {all ? 'Fewer columns' : `All ${table.columns.length} columns`}
            </Button>
          ) : null}
          <SaveTable table={table} currency={currency} fileName={fileName} />
        </div>
        <Table stacked label={`${table.title}: rows`}>
          <thead>
            <tr>
              {columns.map((column) => (
                <SortHeader key={column.key} column={column} sorting={sorting} onSort={() => sort(column)} />
              ))}
              {action ? <Th>Action</Th> : null}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(at * size, (at + 1) * size).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no identity of their own
              <tr key={at * size + index}>
                <Cells row={row} columns={columns} currency={currency} formats={formats} />
                {action ? <Td stack="line">{action(row)}</Td> : null}
              </tr>
            ))}
          </tbody>
        </Table>
        {pages > 1 ? (
          <Pages title={table.title} at={at} size={size} pages={pages} rows={sorted.length} onPage={setPage} />
        ) : null}
      </Fold>
    </section>
  );
}

function useFormats(table: Model, currency: string): Formats {
  return useMemo(() => {
    const numeric = table.columns.filter(({ isNumeric }) => isNumeric);
    return new Map(numeric.map(({ key }) => [key, columnFormat(key, table.rows, currency)]));
  }, [table, currency]);
}

/** How the numbers of each column are written. */
type Formats = ReadonlyMap<string, ReturnType<typeof columnFormat>>;

function Cells({
  row,
  columns,
  currency,
  formats,
}: {
  row: JsonObject;
  columns: readonly ResultColumn[];
  currency: string;
  formats: Formats;
}) {
  return columns.map(({ key, label, isNumeric, isLong }, place) => (
    <Td
      key={key}
      numeric={isNumeric}
      {...(place === 0 ? { stack: 'line' as const } : { label })}
      className={cn(
        'max-w-96',
        !isNumeric && (isLong ? 'sm:min-w-64' : 'sm:min-w-32'),
        place === 0 && 'max-sm:font-medium',
      )}
    >
      <ResultCell name={key} value={row[key] ?? null} currency={currency} write={formats.get(key) ?? null} />
    </Td>
  ));
}

function ordered(columns: readonly ResultColumn[], wanted: readonly string[] = []): readonly ResultColumn[] {
  const first = wanted.flatMap((key) => columns.filter((column) => column.key === key));
  return [...first, ...columns.filter((column) => !first.includes(column))];
}

function few(columns: readonly ResultColumn[], wanted: readonly string[] | undefined): readonly ResultColumn[] {
  if (wanted) return ordered(columns, wanted).slice(0, wanted.length);
  return columns.slice(0, FEW_COLUMNS);
}

/** Cycles the order: descending numbers and ascending texts first, then reversed, then unsorted. */
function next(now: Sorting | null, { key, isNumeric }: ResultColumn): Sorting | null {
  const first = isNumeric ? 'desc' : 'asc';
  if (now?.key !== key) return { key, order: first };
  return now.order === first ? { key, order: first === 'asc' ? 'desc' : 'asc' } : null;
}

function SortHeader({
  column,
  sorting,
  onSort,
}: {
  column: ResultColumn;
  sorting: Sorting | null;
  onSort: () => void;
}) {
  const order = sorting?.key === column.key ? sorting.order : null;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Th
      numeric={column.isNumeric}
      aria-sort={order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      className="py-1"
    >
      <button type="button" className="inline-flex min-h-8 items-center gap-1 hover:text-foreground" onClick={onSort}>
        {column.label}
        {order ? <Arrow size={12} aria-hidden="true" /> : null}
      </button>
    </Th>
  );
}

function SaveTable({ table, currency, fileName }: { table: Model; currency: string; fileName: string }) {
  const name = `${fileName}-${table.id.replaceAll(/[^a-zA-Z0-9]+/g, '-').toLowerCase()}.csv`;
  return (
    <Button
      variant="outline"
      size="icon-sm"
      aria-label={`Save "${table.title}" as CSV`}
      title="Save as CSV"
      onClick={() => saveText(tableCsv(table, currency), name, 'text/csv;charset=utf-8')}
    >
      <Download size={14} aria-hidden="true" />
    </Button>
  );
}

function Pages({
  title,
  at,
  size,
  pages,
  rows,
  onPage,
}: {
  title: string;
  at: number;
  /** Rows per page. */
  size: number;
  pages: number;
  rows: number;
  onPage: (page: number) => void;
}) {
  return (
    <nav aria-label={`Pages of ${title}`} className="flex items-center justify-end gap-2 text-[0.8125rem]">
      <span className="tabular text-muted-foreground">
        {formatNumber(at * size + 1, 0)} to {formatNumber(Math.min(rows, (at + 1) * size), 0)} of{' '}
        {formatNumber(rows, 0)}
      </span>
      <Button variant="outline" size="sm" disabled={at === 0} onClick={() => onPage(at - 1)}>
        Previous
      </Button>
      <Button variant="outline" size="sm" disabled={at >= pages - 1} onClick={() => onPage(at + 1)}>
        Next
      </Button>
    </nav>
  );
}
