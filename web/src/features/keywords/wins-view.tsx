import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { keywordQueries } from '@/api/keywords';
import type { Keyword, KeywordWin, Website } from '@/api/types';
import { MoneyRange } from '@/components/money/money-range';
import { EmptyPanel, ErrorPanel, LoadingRows } from '@/components/states/panels';
import { REFRESHING } from '@/components/states/refreshing';
import { Card } from '@/components/ui/card';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { usePhoneRows } from '@/components/ui/use-phone-rows';
import { cn } from '@/lib/cn';
import { formatMinutes, formatMoney, formatNumber, formatPosition, NO_VALUE, plural } from '@/lib/format';
import { readable } from '@/lib/readable';
import { missingPage, pagePath, WIN_KINDS, winName } from '@/lib/words';

const WIN_PAGE = 50;

/** Quick wins: the number of each kind, and a list of the selected kind by value. */
export function WinsView({
  website,
  kind,
  onKind,
  onOpen,
}: {
  website: Website;
  /** Selected kind; empty for the first with any. */
  kind: string;
  onKind: (kind: string) => void;
  onOpen: (keyword: Keyword) => void;
}) {
  const counts = useWinCounts(website.id);
  const firstWithAny = WIN_KINDS.find((win) => (counts[win.kind] ?? 0) > 0);
  const chosen = kind || firstWithAny?.kind || 'striking_distance';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <ul aria-label="Kinds of quick win" className="grid grid-cols-2 gap-2 lg:grid-cols-1">
        {WIN_KINDS.map((win) => (
          <li key={win.kind}>
            <button
              type="button"
              aria-pressed={win.kind === chosen}
              onClick={() => onKind(win.kind)}
              className={cn(
                'grid h-full w-full gap-0.5 rounded-lg border px-3 py-2 sm:px-4 sm:py-3 text-left transition-colors',
                win.kind === chosen ? 'border-primary bg-brand-soft' : 'border-border bg-card hover:bg-accent',
              )}
            >
              <span className="flex items-baseline justify-between gap-3 font-medium">
                {win.name}
                <span className="tabular">{formatNumber(counts[win.kind], 0)}</span>
              </span>
              <span className="text-xs text-muted-foreground max-sm:hidden">{win.text}</span>
            </button>
          </li>
        ))}
      </ul>
      <WinList website={website} kind={chosen} onOpen={onOpen} />
    </div>
  );
}

/** Number of keywords by kind of quick win; null while unknown. */
function useWinCounts(websiteId: string): Record<string, number | null> {
  return useQueries({
    queries: WIN_KINDS.map((win) => keywordQueries.count({ websiteId, win: win.kind })),
    combine: (queries) => Object.fromEntries(WIN_KINDS.map((win, index) => [win.kind, queries[index]?.data ?? null])),
  });
}

function WinList({ website, kind, onOpen }: { website: Website; kind: string; onOpen: (keyword: Keyword) => void }) {
  const query = useInfiniteQuery({
    ...keywordQueries.list({ websiteId: website.id, win: kind, sort: 'value', order: 'desc' }, WIN_PAGE),
    placeholderData: keepPreviousData,
  });
  const rows = byGain(query.data?.pages.flatMap((page) => page.keywords) ?? [], kind);
  const [shown, more] = usePhoneRows(rows, query);
  return (
    <Card
      aria-label={winName(kind)}
      className={cn('min-h-64 overflow-hidden transition-shadow', query.isPlaceholderData && REFRESHING)}
    >
      {query.isPending ? <LoadingRows rows={16} /> : null}
      {query.isError ? (
        <ErrorPanel error={query.error} fallback="Failed to load the quick wins." onRetry={() => query.refetch()} />
      ) : null}
      {query.data && rows.length === 0 ? (
        <EmptyPanel
          title={`No ${winName(kind).toLowerCase()} found`}
          text="The last run found none that is statistically significant."
        />
      ) : null}
      {rows.length > 0 ? <BestWin row={rows[0]} kind={kind} among={query.hasNextPage ? rows.length : null} /> : null}
      {rows.length > 0 ? <WinTable rows={shown} kind={kind} onOpen={onOpen} /> : null}
      <LoadMore query={more} label="Show more" />
    </Card>
  );
}

function gainOf(row: Keyword, kind: string): number {
  return row.wins.find((win) => win.kind === kind)?.impact?.midCents ?? -1;
}

/** Keywords with the highest gain first; those without a known one last. */
function byGain(rows: readonly Keyword[], kind: string): Keyword[] {
  return [...rows].sort((one, other) => gainOf(other, kind) - gainOf(one, kind));
}

/** Says what the best keyword of the list can bring. */
function BestWin({
  row,
  kind,
  among,
}: {
  row: Keyword | undefined;
  kind: string;
  /** Number of loaded keywords, if there are others; they are worth less at their target positions. */
  among: number | null;
}) {
  const impact = row?.wins.find((win) => win.kind === kind)?.impact;
  if (!row || !impact) return null;
  const [low, mid, high] = [impact.lowCents, impact.midCents, impact.highCents].map((cents) =>
    formatMoney(cents, impact.currency),
  );
  return (
    <div className="border-b border-border px-5 py-4">
      <p className="font-semibold text-pretty">
        “{row.query}” can bring {mid} more a month.
      </p>
      <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">
        80% interval: {low} to {high}. Highest gain first
        {among === null ? '' : `, among the ${plural(among, 'keyword')} with the highest monthly value`}.
      </p>
    </div>
  );
}

function WinTable({
  rows,
  kind,
  onOpen,
}: {
  rows: readonly Keyword[];
  kind: string;
  onOpen: (keyword: Keyword) => void;
}) {
  return (
    <Table stacked label={winName(kind)}>
      <thead>
        <tr>
          <Th className="pl-5">Keyword</Th>
          <Th>Finding</Th>
          <Th numeric>Position</Th>
          <Th numeric>Effort</Th>
          <Th numeric className="pr-5">
            Monthly gain
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <WinRow key={row.id} row={row} win={row.wins.find((win) => win.kind === kind)} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  );
}

function WinRow({
  row,
  win,
  onOpen,
}: {
  row: Keyword;
  win: KeywordWin | undefined;
  onOpen: (keyword: Keyword) => void;
}) {
  return (
    <tr className="align-top hover:bg-accent/60">
      <Td stack="title" className="py-2.5 pl-5 align-top leading-tight sm:max-w-64 sm:min-w-44">
        <button
          type="button"
          className="block max-w-full text-left font-medium hover:text-brand hover:underline"
          onClick={() => onOpen(row)}
        >
          {row.query}
        </button>
        <span className="mt-0.5 block truncate text-xs text-muted-foreground" title={row.page ?? undefined}>
          {row.page ? pagePath(row.page) : missingPage(row.position)}
        </span>
      </Td>
      <Td stack="line" className="align-top text-muted-foreground sm:min-w-64">
        {win ? readable(win.detail) : NO_VALUE}
      </Td>
      <Td numeric label="Position" className="align-top">
        {formatPosition(row.position)}
      </Td>
      <Td numeric label="Effort" className="align-top whitespace-nowrap">
        {formatMinutes(win?.effortMinutes)}
      </Td>
      <Td numeric stack="corner" className="pr-5 align-top leading-tight">
        <MoneyRange money={win?.impact} />
      </Td>
    </tr>
  );
}
