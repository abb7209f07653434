import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { isNotFound } from '@/api/errors';
import {
  type ComingPage,
  type ListedRelease,
  type SitePage as Page,
  type PageLeftOut,
  type Site,
  siteQueries,
} from '@/api/sites';
import { DominatorNav } from '@/components/sites/dominator-nav';
import { kindName } from '@/components/sites/site-words';
import { useSiteUpdates } from '@/components/sites/use-site-updates';
import { NotFound } from '@/components/states/not-found';
import { ErrorPanel, LoadingRows } from '@/components/states/panels';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Card } from '@/components/ui/card';
import { LOADING_LINE, PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useUrlState } from '@/hooks/use-url-state';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { beforeLeaving } from '@/lib/unsaved';
import { GrowthCard } from './growth-card';
import { OverviewTab } from './overview-tab';
import { StatusCard } from './status-card';

/** What each tab of a site shows. */
export interface SiteTabProps {
  site: Site;
  pages: Page[];
  releases: ListedRelease[];
  /** Planned pages that no build could write. */
  leftOut: PageLeftOut[];
  /** Planned pages that follow after the launch. */
  comingPages: ComingPage[];
  canChange: boolean;
}

const TABS: readonly { value: string; label: string; panel: ComponentType<SiteTabProps> }[] = [
  { value: 'overview', label: 'Overview', panel: OverviewTab },
  { value: 'pages', label: 'Pages', panel: lazy(() => import('./pages-tab')) },
  { value: 'releases', label: 'Releases', panel: lazy(() => import('./releases-tab')) },
  { value: 'settings', label: 'Settings', panel: lazy(() => import('./settings-tab')) },
];

const DEFAULTS = { tab: 'overview' };

/** A site: its status, its preview, its gate report, its pages, its releases and its settings. */
export default function SitePage() {
  const { id = '' } = useParams();
  const query = useDetail(id);
  const isReady = useIsReady(query.data);
  useSiteUpdates();
  if (isNotFound(query.error)) return <NotFound />;
  const site = isReady ? query.data?.site : undefined;
  const isLoading = site === undefined && !query.isError;
  return (
    <>
      <DominatorNav />
      <PageHeader
        title={site?.name ?? 'Site'}
        isUnnamed={isLoading}
        eyebrow={
          <Link to="/dominator/sites" className="hover:text-foreground">
            Sites
          </Link>
        }
        description={site ? descriptionOf(site) : isLoading ? LOADING_LINE : undefined}
        actions={<UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />}
      />
      <Shown query={query} isReady={isReady} />
    </>
  );
}

function descriptionOf(site: Site): string {
  const where = site.places.map(({ name }) => name);
  const places =
    where.length > 3 ? `${where.slice(0, 3).join('; ')} and ${where.length - 3} more places` : where.join('; ');
  return `${kindName(site.kind)}: ${site.verticalName}${places ? ` in ${places}` : ''}`;
}

function Shown({ query, isReady }: { query: ReturnType<typeof useDetail>; isReady: boolean }) {
  const [{ tab }, setUrl] = useUrlState(DEFAULTS);
  const canChange = useWorkspaces().current?.role !== 'viewer';
  if (query.data === undefined || !isReady) {
    if (!query.isError) return <DetailSkeleton />;
    return (
      <Card>
        <ErrorPanel error={query.error} fallback="Failed to load the site." onRetry={() => query.refetch()} />
      </Card>
    );
  }
  const props = { ...query.data, canChange };
  const known = TABS.some(({ value }) => value === tab) ? tab : DEFAULTS.tab;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6" aria-busy={query.isFetching}>
      <StatusCard key={props.site.id} {...props} />
      <GrowthCard {...props} />
      <Tabs value={known} onValueChange={(value) => beforeLeaving(() => setUrl({ tab: value }, { replace: false }))}>
        <TabList aria-label="Site">
          {TABS.map(({ value, label }) => (
            <Tab key={value} value={value}>
              {label}
            </Tab>
          ))}
        </TabList>
        {TABS.map(({ value, panel: Panel }) => (
          <TabPanel key={value} value={value}>
            <Suspense fallback={<LoadingRows />}>
              <Panel {...props} />
            </Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}

/** Whether the gate report of the first release has loaded too: the next step depends on it, and would move the page. */
function useIsReady(detail: { site: Site } | undefined): boolean {
  const latestId = detail?.site.latestRelease?.id;
  const release = useQuery({ ...siteQueries.release(latestId ?? ''), enabled: latestId !== undefined });
  const [wasReady, setReady] = useState(false);
  const isReady = detail !== undefined && !release.isLoading;
  if (isReady && !wasReady) setReady(true);
  return isReady || wasReady;
}

function useDetail(id: string) {
  return useQuery(siteQueries.detail(id));
}

function DetailSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-28 rounded-lg" />
      <Skeleton className="h-11" />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <Skeleton className="h-[34rem] rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </div>
  );
}
