import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { InOrder } from '@/components/ui/in-order';
import { Pages } from '@/components/ui/pages';
import { Table, Td, Th } from '@/components/ui/table';
import { TALL_ROWS, useRowPages } from '@/components/ui/use-row-pages';
import { cn } from '@/lib/cn';
import { formatDate } from '@/lib/format';
import { ExportButton } from './export-button';

/** A column of a table of records. */
export interface RecordColumn<Row> {
  name: string;
  numeric?: boolean;
  /** Takes the whole line of a card on phones. */
  wide?: boolean;
  cell: (row: Row) => ReactNode;
}

/** Import of a record. */
interface Sourced {
  fileName: string;
  importedAt: string | null;
}

const CARD_ROW = 'max-md:grid max-md:grid-cols-2 max-md:gap-x-5 max-md:gap-y-3 max-md:p-4';
const CARD_CELL =
  'max-md:block max-md:border-0 max-md:p-0 max-md:text-left max-md:before:block max-md:before:text-xs max-md:before:font-normal max-md:before:text-muted-foreground max-md:before:content-[attr(data-name)]';

/** Stored records with their summary, filters and export. */
export function RecordsCard<Page, Row extends object>({
  title,
  rowsName = lowered(title),
  description,
  summary,
  filters,
  isFiltered,
  onClear,
  query,
  rowsOf,
  columns,
  file,
  formats,
  action = IMPORT_FILE,
  folds = false,
}: {
  title: string;
  /** What the rows are, in the plural, if the title is something else. */
  rowsName?: string;
  description: string;
  summary: ReactNode;
  filters: ReactNode;
  isFiltered: boolean;
  onClear: () => void;
  query: UseInfiniteQueryResult<{ pages: Page[] }>;
  rowsOf: (page: Page) => readonly Row[];
  columns: readonly RecordColumn<Row>[];
  /** Address and name of the file with all rows. */
  file: { address: string; name: string };
  /** How to get records, for the empty state. */
  formats: string;
  /** What to do in the empty state. */
  action?: ReactNode;
  /** Whether a phone folds it: for secondary records; or every window. */
  folds?: boolean | 'always';
}) {
  const loaded = query.data?.pages.flatMap((page) => rowsOf(page)) ?? [];
  const name = `page-of-${rowsName.replaceAll(' ', '-')}`;
  const { rows, ...pages } = useRowPages(name, file.address, loaded, query, null, folds ? TALL_ROWS : undefined);
  const save = (
    <ExportButton address={file.address} name={file.name}>
      Export CSV
      <span className="sr-only">: {title}</span>
    </ExportButton>
  );
  return (
    <Frame folds={folds} title={title} description={description} actions={save}>
      {/* A folded card has no space below its description. */}
      {folds ? <div className="pt-3">{summary}</div> : summary}
      <search
        aria-label={`Filter ${rowsName}`}
        className="grid grid-cols-2 items-center gap-2 border-t border-border px-4 py-3 sm:flex sm:flex-wrap sm:px-5"
      >
        {filters}
        {isFiltered ? (
          <Button variant="ghost" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        ) : null}
      </search>
      <div className="min-h-40 border-t border-border">
        <QueryPanel
          query={query}
          fallback={`Failed to load the ${rowsName}.`}
          isEmpty={(data) => data.pages.every((page) => rowsOf(page).length === 0)}
          empty={
            isFiltered ? (
              <EmptyPanel title={`No ${rowsName} with these filters`} className="py-8" />
            ) : (
              <EmptyPanel title={`No ${rowsName}`} text={formats} className="py-8" action={action} />
            )
          }
        >
          {() => <RecordsTable title={title} columns={columns} rows={rows} />}
        </QueryPanel>
      </div>
      <Pages label={`Pages of ${rowsName}`} {...pages} />
    </Frame>
  );
}

interface FrameProps {
  title: string;
  description: string;
  actions: ReactNode;
  children: ReactNode;
}

function Frame({ folds, children, ...head }: FrameProps & { folds: boolean | 'always' }) {
  if (folds) {
    return (
      <FoldingCard {...head} always={folds === 'always'} className="overflow-clip">
        {children}
      </FoldingCard>
    );
  }
  return (
    <Card aria-label={head.title} className="overflow-clip">
      <CardHeader {...head} className="pb-3" />
      {children}
    </Card>
  );
}

function lowered(title: string): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

const IMPORT_FILE = (
  <ButtonLink to="/projects/new" size="sm">
    Import a file
  </ButtonLink>
);

/** The import of a record. */
export const importColumn: RecordColumn<Sourced> = {
  name: 'Source',
  cell: ({ fileName, importedAt }) => (
    <span className="text-muted-foreground">
      {/* Of a sync, the part before the address says where the record is from. */}
      <span className="line-clamp-2 max-w-56 wrap-anywhere" title={fileName}>
        {fileName}
      </span>
      <span className="text-xs">{formatDate(importedAt)}</span>
    </span>
  ),
};

function RecordsTable<Row extends object>({
  title,
  columns,
  rows,
}: {
  title: string;
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
}) {
  return (
    <Table label={title} className="max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ name, numeric }) => (
            <Th key={name} numeric={numeric} className="first:pl-5 last:pr-5">
              {name}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        <InOrder items={rows}>
          {(row) => (
            <tr className={cn(CARD_ROW, 'max-md:border-b max-md:border-border max-md:last:border-b-0')}>
              {columns.map(({ name, numeric, wide, cell }) => (
                <Td
                  key={name}
                  numeric={numeric}
                  data-name={name}
                  className={cn('first:pl-5 last:pr-5 max-md:first:pl-0', CARD_CELL, wide && 'max-md:col-span-2')}
                >
                  {cell(row)}
                </Td>
              ))}
            </tr>
          )}
        </InOrder>
      </tbody>
    </Table>
  );
}

/** Figures above the filters of a table. */
export function Figures({ label, figures }: { label: string; figures: readonly { name: string; text: string }[] }) {
  if (figures.length === 0) return null;
  return (
    <dl aria-label={label} className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 pb-4 sm:flex sm:flex-wrap sm:px-5">
      {figures.map(({ name, text }) => (
        <div key={name}>
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="font-medium tabular">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An address that is long in tables. */
export function Address({ url }: { url: string | null }) {
  if (!url) return <span className="text-muted-foreground">unknown</span>;
  return <span className="wrap-anywhere md:line-clamp-2 md:max-w-72">{url.replace(/^https?:\/\//, '')}</span>;
}

/** A text that may be missing. */
export function orUnknown(text: string | null): ReactNode {
  return text === null || text === '' ? <span className="text-muted-foreground">unknown</span> : text;
}
