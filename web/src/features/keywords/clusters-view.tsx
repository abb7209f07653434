import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { keywordQueries } from '@/api/keywords';
import type { KeywordCluster, Website } from '@/api/types';
import { MoneyRange } from '@/components/money/money-range';
import { EmptyPanel, ErrorPanel, LoadingRows } from '@/components/states/panels';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { LoadMore } from '@/components/ui/load-more';
import { Skeleton } from '@/components/ui/skeleton';
import { Table, Td, Th } from '@/components/ui/table';
import { usePhoneRows } from '@/components/ui/use-phone-rows';
import { formatCompact, formatNumber, formatPercent, NO_VALUE, plural } from '@/lib/format';
import { humanise, pagePath } from '@/lib/words';

const IntervalBars = lazy(() =>
  import('@/components/charts/interval-bars').then((module) => ({ default: module.IntervalBars })),
);

const CLUSTER_PAGE = 50;
const BARS = 10;

/** Queries that one page can target, most valuable first. */
export function ClustersView({ website, onOpen }: { website: Website; onOpen: (clusterId: string) => void }) {
  const query = useInfiniteQuery(keywordQueries.clusters({ websiteId: website.id }, CLUSTER_PAGE));
  const pages = query.data?.pages;
  const clusters = useMemo(() => pages?.flatMap((page) => page.clusters) ?? [], [pages]);
  const [shown, more] = usePhoneRows(clusters, query);
  if (query.isPending) return <LoadingRows rows={16} />;
  if (query.isError && !query.data)
    return <ErrorPanel error={query.error} fallback="Failed to load the clusters." onRetry={() => query.refetch()} />;
  if (clusters.length === 0) {
    return (
      <EmptyPanel title="No clusters yet" text="Run the analysis to group the keywords that one page can target." />
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <TopClusters clusters={clusters} onOpen={onOpen} />
      <Card className="overflow-hidden">
        <ClusterTable clusters={shown} onOpen={onOpen} />
        <LoadMore query={more} label="Show more" />
      </Card>
    </div>
  );
}

function TopClusters({ clusters, onOpen }: { clusters: readonly KeywordCluster[]; onOpen: (id: string) => void }) {
  const bars = clusters.slice(0, BARS).flatMap(({ id, head, value }) => {
    return value ? [{ id: String(id), label: head, value }] : [];
  });
  if (bars.length < 2) return null;
  return (
    <Card>
      <CardHeader
        title="Most valuable clusters"
        description="Monthly value: the bar shows the 80% interval, the mark the median."
      />
      <CardBody>
        <Suspense fallback={<Skeleton className="h-80" />}>
          <IntervalBars bars={bars} onOpen={onOpen} />
        </Suspense>
      </CardBody>
    </Card>
  );
}

function ClusterTable({ clusters, onOpen }: { clusters: readonly KeywordCluster[]; onOpen: (id: string) => void }) {
  return (
    <Table stacked label="Clusters">
      <thead>
        <tr>
          <Th className="pl-5">Cluster</Th>
          <Th numeric>Keywords</Th>
          <Th>Intent</Th>
          <Th>Page</Th>
          <Th numeric title="Monthly search volume; close variants are counted once">
            Volume
          </Th>
          <Th numeric>Clicks</Th>
          <Th numeric>Impressions</Th>
          <Th numeric className="pr-5">
            Monthly value
          </Th>
        </tr>
      </thead>
      <tbody>
        {clusters.map((cluster) => (
          <ClusterRow key={cluster.id} cluster={cluster} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  );
}

function ClusterRow({ cluster, onOpen }: { cluster: KeywordCluster; onOpen: (id: string) => void }) {
  const { page, volume, volumeUpperBound } = cluster;
  const bound = volumeUpperBound !== null && volume !== null && volumeUpperBound > volume ? volumeUpperBound : null;
  return (
    <tr className="hover:bg-accent/60">
      <Td stack="title" className="py-2 pl-5 leading-tight sm:max-w-80 sm:min-w-52">
        <button
          type="button"
          className="block max-w-full text-left font-medium wrap-anywhere sm:truncate hover:text-brand hover:underline"
          onClick={() => onOpen(String(cluster.id))}
        >
          {cluster.head}
        </button>
        <span className="block truncate text-xs text-muted-foreground max-sm:hidden">{evidenceText(cluster)}</span>
      </Td>
      <Td numeric label="Keywords">
        {formatNumber(cluster.members, 0)}
      </Td>
      <Td className="max-sm:hidden">{cluster.intent ? <Badge>{humanise(cluster.intent)}</Badge> : NO_VALUE}</Td>
      <Td label="Page" className="truncate sm:max-w-56" title={page ?? undefined}>
        {page ? pagePath(page) : <span className="text-muted-foreground">none yet</span>}
      </Td>
      <Td numeric label="Volume" className="leading-tight">
        {formatNumber(volume, 0)}
        {bound === null ? null : (
          <span className="block text-xs text-muted-foreground max-sm:hidden" title={formatNumber(bound, 0)}>
            ≤ {formatCompact(bound)} with all variants
          </span>
        )}
      </Td>
      <Td numeric label="Clicks">
        {formatNumber(cluster.clicks, 0)}
      </Td>
      <Td numeric className="max-sm:hidden">
        {formatNumber(cluster.impressions, 0)}
      </Td>
      <Td numeric stack="corner" className="pr-5 leading-tight">
        <MoneyRange money={cluster.value} />
      </Td>
    </tr>
  );
}

/** Evidence that joined the members, as text. */
function evidenceText(cluster: KeywordCluster): string {
  const { evidence } = cluster;
  if (cluster.members === 1) return 'one keyword';
  if (!evidence) return plural(cluster.members, 'keyword');
  const likeness =
    evidence.minSimilarity == null ? '' : `, similarity at least ${formatPercent(evidence.minSimilarity, 0)}`;
  return evidence.detail ?? `${humanise(evidence.kind)}${likeness}`;
}
