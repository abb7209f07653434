import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { TOUCHED_BY_RUNS } from '@/api/runs';
import type { Run, Website } from '@/api/types';
import { about, feedQuery, InsightFeed } from '@/components/insights/insight-feed';
import { RecentRuns, recentRunsQuery } from '@/components/runs/recent-runs';
import { EmptyPanel } from '@/components/states/panels';
import { QueryFailure } from '@/components/states/query-failure';
import { ButtonLink } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
import { FoldingCard } from '@/components/ui/folding-card';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { useLiveEvent } from '@/hooks/use-live-event';
import { PHONE, useMedia } from '@/hooks/use-media';
import { useUrlState } from '@/hooks/use-url-state';
import { cn } from '@/lib/cn';
import { formatDate } from '@/lib/format';
import { DASHBOARD_TOPIC, wantTopic } from '@/lib/live/topics';
import { ClicksCard } from './clicks-card';
import { ConnectionAdvice } from './connection-advice';
import { EnginesPanel } from './engines-panel';
import { HealthStrip } from './health-strip';
import { KpiRow, KpiSkeleton } from './kpi-row';
import { latestEvents } from './latest-events';
import { OpportunitiesCard } from './opportunities-card';
import { Ticker } from './ticker';

const MilestonesCard = lazy(async () => ({
  default: (await import('@/components/performance/milestones-card')).MilestonesCard,
}));
const AchievementsCard = lazy(async () => ({
  default: (await import('@/components/performance/achievements-card')).AchievementsCard,
}));

const DEFAULTS = { engine: '' };
/** Insights that are shown at once, on a phone fewer; more on request. */
const INSIGHTS = 6;
const PHONE_INSIGHTS = 3;
const COLUMNS = 'grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]';

/** Refetches the hub's data after updates of the server. */
function useDashboardUpdates(websiteId: string | null) {
  const queries = useQueryClient();
  useEffect(() => wantTopic(DASHBOARD_TOPIC), []);
  useLiveEvent('dashboard:update', ({ websiteId: changed }) => {
    if (changed != null && changed !== websiteId) return;
    for (const noun of ['runs', ...TOUCHED_BY_RUNS]) queries.invalidateQueries({ queryKey: [noun] });
  });
}

/** The intelligence hub: key figures of a website, engines and insights. */
export default function HubPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  const [{ engine }, setState] = useUrlState(DEFAULTS);
  const websiteId = current?.id ?? null;
  const chosen = websites.length > 1 ? current : null;
  useDashboardUpdates(websiteId);
  const isPhone = useMedia(PHONE);
  return (
    <>
      <PageHeader
        title="Intelligence hub"
        description="Key metrics, engine status and findings."
        actions={<WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <LatestEvents engineId={engine} website={chosen} />
        {query.isPending ? <KpiSkeleton /> : null}
        <QueryFailure query={query} fallback="Failed to load the websites." />
        {query.data && !current ? <FirstStep /> : null}
        {current ? <KpiRow key={current.id} website={current} /> : null}
        {query.isPending || query.data ? (
          <div className={cn(COLUMNS, 'xl:items-stretch')}>
            <Outlook website={current} pending={query.isPending} />
          </div>
        ) : null}
        <div className={COLUMNS}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <EnginesPanel websiteId={websiteId} ready={!query.isPending} />
            <InsightFeed
              engineId={engine}
              website={chosen}
              step={isPhone ? PHONE_INSIGHTS : INSIGHTS}
              onEngine={(next) => setState({ engine: next })}
            />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <RecentRunsCard />
            {websiteId ? <ConnectionAdvice key={`${websiteId} advice`} websiteId={websiteId} /> : null}
          </div>
        </div>
        {current ? <Progress key={`${current.id} progress`} website={current} /> : null}
        <HealthStrip websiteId={websiteId} ready={!query.isPending} />
      </div>
    </>
  );
}

/** Clicks with their forecast, and the next actions: the same height while loading, and without a website. */
function Outlook({ website, pending }: { website: Website | null; pending: boolean }) {
  if (pending) {
    return (
      <>
        <Skeleton className="h-84 rounded-lg xl:h-106" />
        <Skeleton className="h-84 rounded-lg xl:h-106" />
      </>
    );
  }
  if (!website) {
    return (
      <>
        <Card className="grid min-h-84 content-center xl:min-h-106">
          <EmptyPanel title="Clicks and their forecast" text="They appear here after the first import." />
        </Card>
        <Card className="grid min-h-84 content-center xl:min-h-106">
          <EmptyPanel title="Next actions" text="The three best opportunities appear here after the first analysis." />
        </Card>
      </>
    );
  }
  return (
    <>
      <ClicksCard key={website.id} website={website} />
      <OpportunitiesCard key={`${website.id} opportunities`} websiteId={website.id} />
    </>
  );
}

/** Milestones and achievements, which are loaded when somebody unfolds them. */
function Progress({ website }: { website: Website }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold title={<span className="font-medium">Milestones and achievements</span>} onToggle={setOpen}>
      {isOpen ? (
        <Suspense fallback={<Skeleton className="mt-3 h-64 rounded-lg" />}>
          <div className="mt-3 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
            <MilestonesCard website={website} />
            <AchievementsCard />
          </div>
        </Suspense>
      ) : null}
    </Fold>
  );
}

/** Latest events from the queries of the feed and the run list below. */
function LatestEvents({ engineId, website }: { engineId: string; website: Website | null }) {
  const insights = useQuery(feedQuery(engineId, website)).data?.insights ?? [];
  const runs = useQuery(recentRunsQuery()).data?.runs ?? [];
  return <Ticker events={latestEvents(about(insights, website?.id ?? null, engineId), runs)} />;
}

function RecentRunsCard() {
  const query = useQuery(recentRunsQuery());
  return (
    <FoldingCard title="Recent runs" summary={latestText(query.data?.runs ?? [])}>
      <CardBody className="py-2">
        <RecentRuns />
      </CardBody>
    </FoldingCard>
  );
}

/** What a folded list of runs must not hide: failures, or else the time of the last one. */
function latestText(runs: readonly Run[]): string | undefined {
  const failed = runs.filter(({ status }) => status === 'failed').length;
  if (failed > 0) return `${failed} failed`;
  return runs[0] ? `last ${formatDate(runs[0].createdAt)}` : undefined;
}

/** First step of an account without a website, with the height of the key figures that replace it. */
function FirstStep() {
  return (
    <Card className="flex min-h-91 flex-col items-center justify-center gap-4 px-6 text-center sm:min-h-52.75 xl:min-h-26.5 xl:flex-row xl:justify-between xl:text-left">
      <div>
        <p className="font-semibold">Import data to get started</p>
        <p className="mt-1 text-pretty text-muted-foreground">
          Import a Search Console export or the sample data, then run the first engine.
        </p>
      </div>
      <ButtonLink to="/keyword-finder">Import search data</ButtonLink>
    </Card>
  );
}
