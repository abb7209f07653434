import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { KeywordResult } from '@/api/keyword-result';
import { type KeywordFilter, keywordQueries } from '@/api/keywords';
import type { Keyword, Website } from '@/api/types';
import { EmptyPanel, ErrorPanel } from '@/components/states/panels';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { formatNumber, plural } from '@/lib/format';
import { type ColumnLayout, useColumnLayout } from './column-layout';
import { FilterBar } from './filter-bar';
import { type FinderState, hiddenColumns, hideText, isFiltered, NO_FILTER, toFilter } from './finder-state';
import { KeywordDrawer } from './keyword-drawer';
import { HEAD_PX, KeywordTable, useRowHeight } from './keyword-table';
import { TrackDialog } from './track-dialog';

/** Rows asked for at a time. */
export const TABLE_PAGE = 200;
/** Sorts that begin with the smallest. */
const ASCENDING_FIRST = ['query', 'position'];

interface Props {
  website: Website;
  result: KeywordResult | null;
  state: FinderState;
  setState: (change: Partial<FinderState>, options?: { replace?: boolean }) => void;
}

/** The table of keywords with its filters, and the drawer of one row. */
export function KeywordsView({ website, result, state, setState }: Props) {
  const filter = useMemo(() => toFilter(state, website.id), [state, website.id]);
  const query = useInfiniteQuery({
    ...keywordQueries.list(filter, TABLE_PAGE),
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.keywords) ?? [], [pages]);
  const total = pages?.[0]?.total ?? null;
  const change = useCallback((next: Partial<FinderState>) => setState({ row: '', ...next }), [setState]);
  const sort = (column: string) => {
    const first = ASCENDING_FIRST.includes(column) ? 'asc' : 'desc';
    const other = first === 'asc' ? 'desc' : 'asc';
    change({ sort: column, order: filter.sort === column && filter.order === first ? other : first });
  };
  const { layout, setLayout } = useShownLayout(state, setState);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = () => {
    if (hasNextPage && !isFetchingNextPage && !query.isPlaceholderData) fetchNextPage();
  };
  return (
    <Card aria-label="Keyword table" className="overflow-hidden">
      <FilterBar
        state={state}
        filter={filter}
        clusterName={clusterName(rows, state.cluster)}
        onChange={change}
        layout={layout}
        onLayout={setLayout}
        actions={total ? <TrackButton website={website} filter={filter} total={total} /> : null}
      />
      {query.isPending ? <TableSkeleton /> : null}
      {query.isError ? (
        <ErrorPanel error={query.error} fallback="Failed to load the keywords." onRetry={() => query.refetch()} />
      ) : null}
      {query.data && rows.length === 0 ? <NoRows state={state} onClear={() => change(NO_FILTER)} /> : null}
      {rows.length > 0 ? (
        <KeywordTable
          rows={rows}
          total={total}
          sort={filter.sort ?? 'value'}
          order={filter.order ?? 'desc'}
          layout={layout}
          onLayout={setLayout}
          busy={query.isFetching && !isFetchingNextPage}
          openRow={state.row}
          onSort={sort}
          onOpen={(row) => setState({ row })}
          onNearEnd={more}
        />
      ) : null}
      <footer className="flex min-h-11 items-center justify-between gap-3 border-t border-border px-5">
        <p role="status" className="tabular text-xs text-muted-foreground">
          {query.data ? countText(rows.length, total) : null}
        </p>
        <p className="ml-auto hidden text-xs text-muted-foreground sm:block">Place names: GeoNames, CC BY 4.0</p>
        <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
      </footer>
      <RowDrawer rows={rows} result={result} state={state} setState={setState} />
    </Card>
  );
}

/** Opens the dialog that adds the shown keywords to rank tracking; members who may change nothing have none. */
function TrackButton({ website, filter, total }: { website: Website; filter: KeywordFilter; total: number }) {
  const [isOpen, setOpen] = useState(false);
  const canChange = useWorkspaces().current?.role !== 'viewer';
  if (!canChange) return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Track these keywords
      </Button>
      <TrackDialog website={website} filter={filter} total={total} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** The stored layout with the columns hidden in the URL; manual changes are stored in both. */
function useShownLayout(state: FinderState, setState: Props['setState']) {
  const [own, keep] = useColumnLayout();
  const hidden = hiddenColumns(state, own.hidden);
  const layout = useMemo(() => ({ ...own, hidden: [...hidden] }), [own, hidden]);
  const setLayout = (change: Partial<ColumnLayout>) => {
    keep(change);
    if (change.hidden) setState({ hide: hideText(change.hidden) });
  };
  return { layout, setLayout };
}

function countText(loaded: number, total: number | null): string {
  if (total === null || total <= loaded) return plural(loaded, 'keyword');
  return `${formatNumber(loaded, 0)} of ${plural(total, 'keyword')} loaded`;
}

function clusterName(rows: readonly Keyword[], cluster: string): string | null {
  return rows.find((row) => cluster !== '' && String(row.clusterId) === cluster)?.clusterHead ?? null;
}

function NoRows({ state, onClear }: { state: FinderState; onClear: () => void }) {
  if (!isFiltered(state)) {
    return (
      <EmptyPanel
        title="No keywords yet"
        text="The last run found no usable queries. Import a Search Console export with queries, then run the analysis."
      />
    );
  }
  return (
    <EmptyPanel
      title="No keywords match these filters"
      text="Remove a filter to see more."
      action={
        <Button variant="outline" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}

/** The shape of the table while its first rows come. */
function TableSkeleton() {
  const height = useRowHeight();
  return (
    <div role="status" aria-label="Loading keywords">
      <div className="border-b border-border" style={{ height: HEAD_PX }} />
      {Array.from({ length: 10 }, (_, row) => row).map((row) => (
        <div
          key={row}
          className="grid grid-cols-[2fr_1fr_1fr] items-center gap-6 border-b border-border px-5"
          style={{ height }}
        >
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
        </div>
      ))}
    </div>
  );
}

function RowDrawer({
  rows,
  result,
  state,
  setState,
}: Pick<Props, 'result' | 'state' | 'setState'> & { rows: readonly Keyword[] }) {
  const index = state.row === '' ? -1 : rows.findIndex((row) => row.id === state.row);
  const at = (position: number) => rows[position] ?? null;
  return (
    <KeywordDrawer
      keyword={at(index)}
      result={result}
      hasPrevious={index > 0}
      hasNext={index >= 0 && index < rows.length - 1}
      onClose={() => setState({ row: '' })}
      onStep={(step) => setState({ row: at(index + step)?.id ?? state.row })}
      onCluster={(cluster) => setState({ ...NO_FILTER, cluster, row: '', view: 'keywords' }, { replace: false })}
      onOverride={(focus) => setState({ row: '', panel: 'run', focus })}
    />
  );
}
