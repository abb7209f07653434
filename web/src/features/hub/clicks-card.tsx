import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { engineQueries } from '@/api/engines';
import { performanceQueries } from '@/api/performance';
import type { Website } from '@/api/types';
import { ForecastStrip } from '@/components/charts/forecast-strip';
import { Failed } from '@/components/states/failed';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { withWebsite } from '@/hooks/use-current-website';
import { formatDate, formatNumber } from '@/lib/format';

/** Days of the forecast that are drawn. */
const AHEAD = 28;

/** Clicks a day, measured and forecast, with the forecast in one sentence. */
export function ClicksCard({ website }: { website: Website }) {
  const metrics = useQuery(performanceQueries.metrics(website.id));
  const forecast = useQuery(engineQueries.result('predictive.forecast', website.id));
  const result = forecast.data?.result ?? null;
  const clicks = result && 'clicks' in result ? (result.clicks ?? null) : null;
  const measured = (metrics.data?.find(({ id }) => id === 'clicks')?.series ?? []).map(({ t, v }) => ({
    day: t,
    value: v,
  }));
  const last = measured.at(-1)?.day ?? '';
  // An import after the forecast brings days that it covers.
  const ahead = (clicks?.fan ?? []).filter(({ date }) => date > last).slice(0, AHEAD);
  return (
    <Card aria-label="Clicks a day" className="flex min-h-84 flex-col xl:min-h-106">
      <CardHeader
        title="Clicks a day"
        actions={
          <Link
            to={withWebsite('/intelligence/predictive', website.id)}
            className="text-[0.8125rem] text-brand underline-offset-4 hover:underline"
          >
            Open forecast
          </Link>
        }
      />
      <CardBody className="grid grow grid-rows-[auto_minmax(0,1fr)] gap-4 pt-3">
        <p className="min-h-10 sm:min-h-5">
          {forecast.isError ? (
            <>
              Forecast: <Failed what="Forecast" query={forecast} />
            </>
          ) : forecast.isPending ? null : (
            sentence(clicks)
          )}
        </p>
        <QueryPanel
          query={metrics}
          fallback="Failed to load the metrics."
          loading={<Skeleton className="h-46 xl:h-66" />}
          isEmpty={(all) => !all.some(({ id, series }) => id === 'clicks' && series.length > 1)}
          empty={
            <EmptyPanel
              className="py-6"
              title="No daily clicks yet"
              text="Import Chart.csv or Dates.csv of a Search Console export to see them here."
              action={<ButtonLink to={withWebsite('/keyword-finder', website.id)}>Import search data</ButtonLink>}
            />
          }
        >
          {() => (
            <ForecastStrip
              name="Clicks a day"
              measured={measured}
              ahead={ahead.map(({ date, p10, p50, p90 }) => ({ day: date, low: p10, value: p50, high: p90 }))}
            />
          )}
        </QueryPanel>
      </CardBody>
    </Card>
  );
}

interface Forecast {
  total: { low: number; mean: number; high: number };
  fan: readonly { date: string }[];
}

function sentence(forecast: Forecast | null): string {
  if (!forecast) return 'No forecast yet. Run the predictive engine to see one.';
  const { low, mean, high } = forecast.total;
  const days = `${formatDate(forecast.fan[0]?.date)} to ${formatDate(forecast.fan.at(-1)?.date)}`;
  const interval = `80% interval: ${formatNumber(low, 0)} to ${formatNumber(high, 0)}`;
  return `${formatNumber(mean, 0)} clicks are forecast for ${days} (${interval}).`;
}
