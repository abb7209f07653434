import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { Keyword } from '@/api/types';
import { MoneyRange } from '@/components/money/money-range';
import { Badge } from '@/components/ui/badge';
import { formatMoney, formatNumber, formatPercent, formatPercentFixed, formatPosition, NO_VALUE } from '@/lib/format';
import { humanise, missingPage, pagePath, sourceName, volumeSourceName, winName } from '@/lib/words';

interface Meta {
  /** Numbers are right-aligned. */
  numeric?: boolean;
  /** Explanation of the heading. */
  hint?: string;
}

export const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  columnMeta: metaHelper<Meta>(),
});

const helper = createColumnHelper<typeof features, Keyword>();

/** Cell with two lines: the value and its reference. */
function Stacked({ main, below, title }: { main: string; below?: string | null; title?: string }) {
  return (
    <span title={title} className="block tabular">
      {main}
      {below ? <span className="block truncate text-xs text-muted-foreground">{below}</span> : null}
    </span>
  );
}

/** Columns of the keyword table. Ids of sortable columns are the server's names. */
export const columns = helper.columns([
  helper.accessor('query', {
    id: 'query',
    header: 'Keyword',
    size: 280,
    enableHiding: false,
    enableResizing: false,
    meta: { hint: 'The query as typed, and the page that ranks for it' },
    cell: ({ row }) => {
      const { query, page, position } = row.original;
      return (
        <>
          <span className="line-clamp-2 wrap-anywhere sm:line-clamp-1" title={query}>
            {query}
          </span>
          <span className="block truncate text-xs font-normal text-muted-foreground" title={page ?? undefined}>
            {page ? pagePath(page) : missingPage(position)}
          </span>
        </>
      );
    },
  }),
  helper.accessor('intent', {
    id: 'intent',
    header: 'Intent',
    size: 124,
    enableSorting: false,
    meta: { hint: 'What the searcher wants; a dash means that the confidence is too low' },
    cell: ({ row }) => {
      const { intent, intentConfidence } = row.original;
      if (!intent) return <span title="Confidence too low to assign an intent">{NO_VALUE}</span>;
      const sure = intentConfidence === null ? undefined : `${formatPercent(intentConfidence, 0)} confidence`;
      return (
        <span title={sure}>
          <Badge>{humanise(intent)}</Badge>
        </span>
      );
    },
  }),
  helper.accessor('position', {
    id: 'position',
    header: 'Position',
    size: 92,
    meta: { numeric: true, hint: 'Average position, weighted by impressions' },
    cell: ({ getValue }) => <span title={getValue()?.toString()}>{formatPosition(getValue())}</span>,
  }),
  helper.accessor('clicks', {
    id: 'clicks',
    header: 'Clicks',
    size: 88,
    meta: { numeric: true, hint: 'Clicks in the period' },
    cell: ({ getValue }) => formatNumber(getValue(), 0),
  }),
  helper.accessor('impressions', {
    id: 'impressions',
    header: 'Impressions',
    size: 112,
    meta: { numeric: true, hint: 'Impressions in the period' },
    cell: ({ getValue }) => formatNumber(getValue(), 0),
  }),
  helper.accessor('ctr', {
    id: 'ctr',
    header: 'CTR',
    size: 116,
    enableSorting: false,
    meta: {
      numeric: true,
      hint: 'Clicks divided by impressions, and the CTR that the curve predicts at this position',
    },
    cell: ({ row }) => {
      const { ctr, expectedCtr } = row.original;
      const below = expectedCtr === null ? null : `curve ${formatPercentFixed(expectedCtr, 1)}`;
      return <Stacked main={formatPercentFixed(ctr, 2)} below={below} />;
    },
  }),
  helper.accessor('volume', {
    id: 'volume',
    header: 'Volume',
    size: 116,
    meta: { numeric: true, hint: 'Monthly search volume and its source' },
    cell: ({ row }) => {
      const { volume, volumeSource } = row.original;
      const isBound = volumeSource === 'impressions';
      const main = volume === null ? NO_VALUE : `${isBound ? '≥' : ''}${formatNumber(volume, 0)}`;
      const source = volumeSource ? volumeSourceName(volumeSource) : null;
      return <Stacked main={main} below={volumeSource && humanise(volumeSource)} title={source ?? undefined} />;
    },
  }),
  helper.accessor('cpcCents', {
    id: 'cpc',
    header: 'CPC',
    size: 88,
    enableSorting: false,
    meta: { numeric: true, hint: 'Cost per click in advertising' },
    cell: ({ row }) => formatMoney(row.original.cpcCents, row.original.value?.currency),
  }),
  helper.accessor((keyword) => keyword.market?.difficulty ?? null, {
    id: 'difficulty',
    header: 'Difficulty',
    size: 100,
    enableSorting: false,
    meta: { numeric: true, hint: 'Organic difficulty of an imported keyword tool, 0 to 100' },
    cell: ({ getValue }) => formatNumber(getValue(), 0),
  }),
  helper.accessor('value', {
    id: 'value',
    header: 'Monthly value',
    size: 140,
    meta: { numeric: true, hint: 'Value at the target position: median and 80% interval' },
    cell: ({ getValue }) => <MoneyRange money={getValue()} />,
  }),
  helper.accessor('wins', {
    id: 'wins',
    header: 'Quick wins',
    size: 176,
    enableSorting: false,
    cell: ({ getValue }) => {
      const [first, ...rest] = getValue();
      if (!first) return <span className="text-muted-foreground">{NO_VALUE}</span>;
      return (
        <span
          className="flex items-center gap-1.5"
          title={getValue()
            .map((win) => winName(win.kind))
            .join(', ')}
        >
          <Badge tone="brand">{winName(first.kind)}</Badge>
          {rest.length > 0 ? <span className="text-xs text-muted-foreground">+{rest.length}</span> : null}
        </span>
      );
    },
  }),
  helper.accessor('clusterHead', {
    id: 'cluster',
    header: 'Cluster',
    size: 190,
    enableSorting: false,
    meta: { hint: 'Keywords that one page can target, named after the largest' },
    cell: ({ getValue }) => <span className="block truncate">{getValue() ?? NO_VALUE}</span>,
  }),
  helper.accessor('source', {
    id: 'source',
    header: 'Source',
    size: 170,
    enableSorting: false,
    cell: ({ row }) => {
      const { source, observedFrom, observedTo } = row.original;
      const period = observedFrom && observedTo ? `${observedFrom} to ${observedTo}` : 'period unknown';
      return <Stacked main={sourceName(source)} below={period} />;
    },
  }),
]);

/** Columns that a phone shows next to the keyword without scrolling; the others follow. */
const FIRST_ON_PHONES = ['query', 'position', 'value'];
const WIDTHS_ON_PHONES: Record<string, number> = { query: 156, position: 74, value: 126 };

/** Columns of a narrow window, the most important first. */
export const phoneColumns = [
  ...FIRST_ON_PHONES.flatMap((id) => columns.filter((column) => column.id === id)),
  ...columns.filter((column) => !FIRST_ON_PHONES.includes(String(column.id))),
].map((column) => ({ ...column, size: WIDTHS_ON_PHONES[String(column.id)] ?? column.size }));

const NAMES = new Map(columns.map((column) => [String(column.id), String(column.header)]));

/** The header of a column. */
export const columnName = (id: string): string => NAMES.get(id) ?? id;

/** Columns that can be hidden and moved: all except the query, which takes the remaining width. */
export const MOVABLE = [...NAMES.keys()].filter((id) => id !== 'query');

/** Columns hidden by default. */
export const HIDDEN_AT_FIRST = ['difficulty', 'cluster', 'source'];
