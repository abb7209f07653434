import { useQuery } from '@tanstack/react-query';
import { performanceQueries } from '@/api/performance';
import type { Website } from '@/api/types';
import { AchievementsCard } from '@/components/performance/achievements-card';
import { MilestonesCard } from '@/components/performance/milestones-card';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite, withWebsite } from '@/hooks/use-current-website';
import { CalibrationCard } from './calibration-card';
import { ForecastsCard } from './forecasts-card';
import { MetricsCard } from './metrics-card';
import { PredictionsCard } from './predictions-card';

/** Metrics, forecasts, milestones, achievements, and the accuracy of forecasts. */
export default function AnalyticsPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  const metrics = useQuery({ ...performanceQueries.metrics(current?.id), enabled: current !== null });
  return (
    <>
      <PageHeader
        title="Analytics"
        description="Metrics and forecasts with their source and date."
        actions={
          <>
            <ButtonLink to={withWebsite('/visits', current?.id)} variant="outline" size="sm">
              Visits
            </ButtonLink>
            <WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />
            <UpdatedStamp at={metrics.dataUpdatedAt} busy={metrics.isFetching} onRefresh={() => metrics.refetch()} />
          </>
        }
      />
      <QueryPanel query={query} fallback="Failed to load the websites." loading={<LoadingRows rows={6} />}>
        {() => (current ? <Panels website={current} /> : <NoWebsite />)}
      </QueryPanel>
    </>
  );
}

function Panels({ website }: { website: Website }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <MetricsCard website={website} />
      <PredictionsCard website={website} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <MilestonesCard website={website} />
        <AchievementsCard />
      </div>
      <ForecastsCard website={website} />
      <CalibrationCard />
    </div>
  );
}

function NoWebsite() {
  return (
    <Card>
      <EmptyPanel
        title="No website yet"
        text="Add a website and import its search data to see its metrics."
        action={
          <ButtonLink to="/projects/new" size="sm">
            Add a website
          </ButtonLink>
        }
      />
    </Card>
  );
}
