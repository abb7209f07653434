import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type Prediction, performanceApi, performanceQueries } from '@/api/performance';
import type { Website } from '@/api/types';
import { LineFigure } from '@/components/charts/line-figure';
import { RunProgress } from '@/components/runs/run-progress';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { DEFAULT_SCENARIO, DEFAULT_TIME_RANGE } from '@/lib/constants';
import { formatDateTime, formatDay, formatNumber, formatPercent } from '@/lib/format';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';

const DEFAULTS = { range: DEFAULT_TIME_RANGE, scenario: DEFAULT_SCENARIO, forecast: 'clicks' };

const RANGES = ['7d', '30d', '90d', '1y'].map((value) => ({ value, label: value }));
const SCENARIOS = [
  { value: 'pessimistic', label: 'Pessimistic' },
  { value: 'realistic', label: 'Realistic' },
  { value: 'optimistic', label: 'Optimistic' },
];
const METRICS = [
  { value: 'clicks', label: 'Clicks' },
  { value: 'impressions', label: 'Impressions' },
];

/** Latest forecast in three scenarios, as a fan chart with its accuracy. */
export function PredictionsCard({ website }: { website: Website }) {
  const [view, setView] = useUrlState(DEFAULTS);
  const query = useQuery(performanceQueries.predictions({ websiteId: website.id, timeRange: view.range }));
  const calculation = useCalculation(website.id);
  const nextRange = () => {
    const at = RANGES.findIndex(({ value }) => value === view.range);
    setView({ range: RANGES[(at + 1) % RANGES.length]?.value ?? DEFAULT_TIME_RANGE });
  };
  const group = 'On this page';
  useShortcut({ id: 'range', keys: 't', label: 'Next time range', group, run: nextRange });
  useShortcut({
    id: 'calculate',
    keys: 'mod+Enter',
    label: 'Calculate forecast',
    group,
    run: calculation.start,
  });
  return (
    <Card aria-label="Predictions">
      <CardHeader
        title="Forecast"
        description="The scenarios are the 10th, 50th and 90th percentile of each day."
        actions={
          <Button needsNetwork size="sm" busy={calculation.isPending} onClick={calculation.start}>
            Calculate forecast
          </Button>
        }
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap gap-3">
          <Segmented
            label="Metric"
            value={view.forecast}
            options={METRICS}
            onChange={(forecast) => setView({ forecast })}
          />
          <Segmented
            label="Scenario"
            value={view.scenario}
            options={SCENARIOS}
            onChange={(scenario) => setView({ scenario })}
          />
          <Segmented
            label="Forecast horizon"
            value={view.range}
            options={RANGES}
            onChange={(range) => setView({ range })}
          />
        </div>
        {calculation.runId ? (
          <RunProgress
            key={calculation.runId}
            runId={calculation.runId}
            title="Forecast"
            onFinished={calculation.ended}
          />
        ) : null}
        <QueryPanel
          query={query}
          fallback={failures.predictions}
          isEmpty={(predictions) => predictions.length === 0}
          empty={
            <EmptyPanel
              title="No forecast yet"
              text="Calculate a forecast. It needs at least 28 days of clicks or impressions."
              className="py-6"
            />
          }
        >
          {(predictions) => <Fan predictions={predictions} view={view} website={website} />}
        </QueryPanel>
      </CardBody>
    </Card>
  );
}

/** Starts a forecast and follows it; after its end the latest predictions are refetched. */
function useCalculation(websiteId: string) {
  const queries = useQueryClient();
  const [runId, setRunId] = useState('');
  const mutation = useMutation({
    mutationFn: () => performanceApi.calculate(websiteId, crypto.randomUUID()),
    onSuccess: ({ run }) => setRunId(run.id),
    onError: (error) =>
      showToast({
        title: failures.calculatePredictions,
        description: errorText(error, failures.calculatePredictions),
        variant: 'destructive',
      }),
  });
  return {
    runId,
    isPending: mutation.isPending,
    start: () => mutation.mutate(),
    ended: () => {
      for (const noun of ['performance', 'forecasts']) queries.invalidateQueries({ queryKey: [noun] });
    },
  };
}

function Fan({
  predictions,
  view,
  website,
}: {
  predictions: readonly Prediction[];
  view: typeof DEFAULTS;
  website: Website;
}) {
  const found = predictions.find(({ metric, scenario }) => metric === view.forecast && scenario === view.scenario);
  if (!found || found.points.length === 0) {
    return <p className="text-muted-foreground">The latest forecast does not include this scenario.</p>;
  }
  const sum = found.points.reduce((total, point) => total + point.value, 0);
  const scenario = view.scenario.charAt(0).toUpperCase() + view.scenario.slice(1);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LineFigure
        title={`${found.metric === 'clicks' ? 'Clicks' : 'Impressions'} per day, ${view.scenario}`}
        description={`Total ${formatNumber(sum, 0)} if every day is at this percentile. Calculated ${formatDateTime(found.madeAt)}.`}
        fileName={`${website.host}-${found.metric}-${view.scenario}`}
        xs={found.points.map(({ t }) => Date.parse(t))}
        xText={(index) => formatDay(found.points[index]?.t)}
        yText={(value) => formatNumber(value, 0)}
        lines={[
          { name: scenario, values: found.points.map(({ value }) => value), tone: 1 },
          { name: 'Mean', values: found.points.map(({ mean }) => mean), tone: 8, dashed: true },
        ]}
        bands={[
          {
            name: '80% interval',
            low: found.points.map(({ p10 }) => p10),
            high: found.points.map(({ p90 }) => p90),
            tone: 1,
          },
        ]}
      />
      <Record prediction={found} />
    </div>
  );
}

function Record({ prediction: { backtest } }: { prediction: Prediction }) {
  return (
    <Callout title="Backtest on past data">
      {backtest ? (
        <p>
          {formatPercent(backtest.coverage80, 0)} of {formatNumber(backtest.n, 0)} values were inside the 80% interval.
          Scaled error (MASE): {formatNumber(backtest.mase, 2)}.
        </p>
      ) : (
        <p>No backtest is available here. See the forecast of the predictive engine.</p>
      )}
    </Callout>
  );
}
