import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  type Backlink,
  type BacklinkFilter,
  type BacklinkSummary,
  importedFiles,
  importedQueries,
} from '@/api/imported';
import {
  Address,
  Figures,
  importColumn,
  orUnknown,
  type RecordColumn,
  RecordsCard,
} from '@/components/records/records-card';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Select } from '@/components/ui/field';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useUrlState } from '@/hooks/use-url-state';
import { formatDate, formatNumber, plural } from '@/lib/format';
import { sourceName } from '@/lib/words';

const DEFAULTS = { q: '', provider: '', rel: '', lost: '' };

const COLUMNS: readonly RecordColumn<Backlink>[] = [
  { name: 'Linking page', wide: true, cell: (row) => <Address url={row.sourceUrl} /> },
  { name: 'Target', wide: true, cell: (row) => <Address url={row.targetUrl} /> },
  { name: 'Anchor', wide: true, cell: (row) => <span className="wrap-anywhere">{orUnknown(row.anchor)}</span> },
  { name: 'Relation', cell: (row) => <Relation link={row} /> },
  { name: 'First seen', cell: (row) => formatDate(row.firstSeen) },
  { name: 'Last seen', cell: (row) => <LastSeen link={row} /> },
  { name: 'Authority', numeric: true, cell: (row) => <Authority link={row} /> },
  importColumn,
];

/** Backlinks of a website by provider. */
export function BacklinksTab({ websiteId }: { websiteId: string }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter: BacklinkFilter = {
    websiteId,
    q: state.q || undefined,
    provider: state.provider || undefined,
    rel: (state.rel || undefined) as BacklinkFilter['rel'],
    lost: state.lost === '' ? undefined : state.lost === 'yes',
  };
  const query = useInfiniteQuery(importedQueries.backlinks(filter));
  const summary = useQuery(importedQueries.backlinkSummary(websiteId));
  const groups = summary.data?.groups ?? [];
  return (
    <RecordsCard
      title="Backlinks"
      description="Links of other websites, each as its provider reports it. Figures of different providers are not comparable."
      summary={
        <QueryPanel query={summary} fallback="Failed to load the totals of the backlinks." loading={null}>
          {(data) => <Totals data={data} />}
        </QueryPanel>
      }
      filters={
        <>
          <TypedFilter
            label="URL or anchor contains"
            value={state.q}
            onChange={(q) => setState({ q })}
            className="max-sm:col-span-2 sm:w-56"
            icon
          />
          <Select
            aria-label="Provider"
            className="h-9 sm:w-auto"
            value={state.provider}
            onChange={(event) => setState({ provider: event.target.value })}
          >
            <option value="">All providers</option>
            {groups.map(({ provider }) => (
              <option key={provider} value={provider}>
                {sourceName(provider)}
              </option>
            ))}
          </Select>
          <Select
            aria-label="Relation"
            className="h-9 sm:w-auto"
            value={state.rel}
            onChange={(event) => setState({ rel: event.target.value })}
          >
            <option value="">Any relation</option>
            <option value="followed">Followed</option>
            <option value="nofollow">Nofollow</option>
            <option value="ugc">UGC</option>
            <option value="sponsored">Sponsored</option>
          </Select>
          <Select
            aria-label="Lost"
            className="h-9 sm:w-auto"
            value={state.lost}
            onChange={(event) => setState({ lost: event.target.value })}
          >
            <option value="">Live and lost</option>
            <option value="no">Live</option>
            <option value="yes">Lost</option>
          </Select>
        </>
      }
      isFiltered={Object.values(state).some((value) => value !== '')}
      onClear={() => setState(DEFAULTS)}
      query={query}
      rowsOf={(page) => page.backlinks}
      columns={COLUMNS}
      file={{ address: importedFiles.backlinks(filter), name: 'backlinks.csv' }}
      formats="Import a backlink export of Ahrefs, Semrush, Majestic or another tool."
    />
  );
}

function Totals({ data }: { data: BacklinkSummary }) {
  if (data.groups.length === 0) return null;
  const providers = data.groups.map((group) => ({
    name: sourceName(group.provider),
    text: `${plural(group.links, 'link')}, ${plural(group.referringDomains, 'domain')}, ${formatNumber(group.lost, 0)} lost`,
  }));
  const all = { name: 'Referring domains, all providers', text: formatNumber(data.referringDomains, 0) };
  return <Figures label="Backlinks by provider" figures={[all, ...providers]} />;
}

function Relation({ link }: { link: Backlink }) {
  const words = [link.isNofollow && 'nofollow', link.isUgc && 'ugc', link.isSponsored && 'sponsored'].filter(Boolean);
  if (words.length > 0) return words.join(', ');
  return link.isNofollow === null ? orUnknown(null) : 'followed';
}

function LastSeen({ link }: { link: Backlink }) {
  if (!link.isLost) return formatDate(link.lastSeen);
  return <Badge tone="warning">{link.lostOn ? `Lost on ${formatDate(link.lostOn)}` : 'Lost'}</Badge>;
}

function Authority({ link }: { link: Backlink }) {
  if (link.authority === null) return orUnknown(null);
  return (
    <>
      {formatNumber(link.authority)}
      <span className="block text-xs text-muted-foreground">{link.authorityName}</span>
    </>
  );
}
