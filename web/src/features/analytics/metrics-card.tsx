import { useQuery } from '@tanstack/react-query';
import { type Metric, performanceQueries } from '@/api/performance';
import type { Website } from '@/api/types';
import { LineFigure } from '@/components/charts/line-figure';
import { clicksAnswer } from '@/components/performance/clicks-answer';
import { MetricChange } from '@/components/performance/metric-change';
import { metricName, metricText } from '@/components/performance/metric-text';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Answer } from '@/components/ui/answer';
import { ButtonLink } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { withWebsite } from '@/hooks/use-current-website';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { cn } from '@/lib/cn';
import { toCsv } from '@/lib/csv';
import { formatDay } from '@/lib/format';
import { saveText } from '@/lib/save-file';
import { failures } from '@/lib/strings';

const DEFAULTS = { metric: 'clicks' };

/** Metrics with their changes; the selected one by day. */
export function MetricsCard({ website }: { website: Website }) {
  const query = useQuery(performanceQueries.metrics(website.id));
  const [{ metric: wanted }, setUrl] = useUrlState(DEFAULTS);
  return (
    <Card aria-label="Metrics" className="overflow-clip">
      <QueryPanel
        query={query}
        fallback={failures.performanceMetrics}
        loading={<LoadingRows rows={4} className="min-h-211 content-start xl:min-h-130" />}
        isEmpty={(metrics) => metrics.length === 0}
        empty={<NothingMeasured website={website} />}
      >
        {(metrics) => {
          const chosen = metrics.find(({ id }) => id === wanted) ?? metrics[0];
          return (
            <>
              <ClicksLine clicks={metrics.find(({ id }) => id === 'clicks')} />
              <div className="grid grid-cols-2 gap-px bg-border sm:grid-cols-3 xl:grid-cols-6">
                {metrics.map((metric) => (
                  <Tile
                    key={metric.id}
                    metric={metric}
                    isChosen={metric === chosen}
                    onChoose={() => setUrl({ metric: metric.id })}
                  />
                ))}
              </div>
              <CardBody>{chosen ? <Series metric={chosen} website={website} /> : null}</CardBody>
            </>
          );
        }}
      </QueryPanel>
    </Card>
  );
}

/** Says what happened to the clicks, over which days and according to which source. */
function ClicksLine({ clicks }: { clicks: Metric | undefined }) {
  const text = clicksAnswer(clicks);
  if (!clicks || !text) return null;
  return (
    <Answer
      className="border-b border-border px-5 py-4"
      note={`${clicks.measured ? 'Measured' : 'Estimated'}: ${clicks.source}. The figures below cover the same days.`}
    >
      {text}
    </Answer>
  );
}

function Tile({ metric, isChosen, onChoose }: { metric: Metric; isChosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={cn(
        'min-h-28 bg-card px-5 py-4 text-left -outline-offset-2 hover:bg-accent/60',
        isChosen && 'shadow-[inset_0_-2px_0_var(--primary)]',
      )}
      onClick={onChoose}
    >
      <span className="block text-[0.8125rem] text-muted-foreground">{metricName(metric)}</span>
      <span className="tabular mt-0.5 block text-xl font-semibold">{metricText(metric, metric.value)}</span>
      {metric.change !== null ? (
        <MetricChange metric={metric} className="mt-0.5" />
      ) : (
        <span className="mt-0.5 block text-xs text-muted-foreground">
          {metric.low === null
            ? 'no previous period'
            : `${metricText(metric, metric.low)} to ${metricText(metric, metric.high)}`}
        </span>
      )}
    </button>
  );
}

function Series({ metric, website }: { metric: Metric; website: Website }) {
  const exported = () =>
    saveText(
      toCsv(
        ['day', metric.id],
        metric.series.map(({ t, v }) => [t, v]),
      ),
      `${website.host}-${metric.id}.csv`,
      'text/csv;charset=utf-8',
    );
  useShortcut({
    id: 'export',
    keys: 'e',
    label: 'Export the metric as CSV',
    group: 'On this page',
    run: metric.series.length > 0 ? exported : null,
  });
  const source = `${metric.measured ? 'Measured' : 'Estimated'}: ${metric.source}${metric.at ? `, up to ${formatDay(metric.at)}` : ''}.`;
  if (metric.series.length < 2) {
    return (
      <p className="text-muted-foreground">
        {source} No daily data: import Chart.csv or Dates.csv of a Search Console export to see the trend.
      </p>
    );
  }
  return (
    <LineFigure
      title={`${metricName(metric)} per day`}
      description={source}
      fileName={`${website.host}-${metric.id}`}
      xs={metric.series.map(({ t }) => Date.parse(t))}
      xText={(index) => formatDay(metric.series[index]?.t)}
      yText={(value) => metricText(metric, value)}
      zero={metric.unit !== 'position'}
      lines={[{ name: metricName(metric), values: metric.series.map(({ v }) => v), tone: 1 }]}
    />
  );
}

function NothingMeasured({ website }: { website: Website }) {
  return (
    <EmptyPanel
      title="No metrics yet"
      text="Import a Search Console export to see clicks, impressions and positions."
      action={
        <ButtonLink to={withWebsite('/keyword-finder', website.id)} size="sm">
          Import search data
        </ButtonLink>
      }
    />
  );
}
