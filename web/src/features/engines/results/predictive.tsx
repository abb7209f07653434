import type { ActionResult } from '@/api/engine-results';
import { BarList } from '@/components/charts/bar-list';
import { LineFigure } from '@/components/charts/line-figure';
import { Figures } from '@/components/engines/result/result-view';
import { Callout } from '@/components/ui/callout';
import { Fold } from '@/components/ui/fold';
import { PHONE, useMedia } from '@/hooks/use-media';
import { formatConfidence, formatDate, formatMoney, formatMonth, formatNumber, formatPercent } from '@/lib/format';
import { fileName } from '../file-name';
import type { PlotProps } from './plot-props';
import { useDaily } from './use-daily';

type Scenarios = ActionResult<'predictive.scenarios'>;
type WebsiteForecast = Extract<ActionResult<'predictive.forecast'>, { currency: string }>;
type TrafficForecast = NonNullable<WebsiteForecast['clicks']>;

/** Number of measured days before the forecast. */
const BEFORE = 60;

const METRICS = ['clicks', 'impressions'] as const;

/** Fan charts of clicks and impressions, with the days before and the accuracy on past days. */
export function ForecastPlots({ result, run, website }: PlotProps<'predictive.forecast'>) {
  const isPhone = useMedia(PHONE);
  if ('quantiles' in result) return null;
  const known = METRICS.filter((metric) => result[metric]);
  return known.map((metric, index) => {
    const forecast = result[metric];
    if (!forecast) return null;
    const fan = <Fan key={metric} metric={metric} forecast={forecast} file={fileName(run)} websiteId={website?.id} />;
    if (!isPhone || index === 0) return fan;
    return (
      <Fold key={metric} title={<span className="font-semibold">Forecast of {metric}</span>}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{fan}</div>
      </Fold>
    );
  });
}

function Fan({
  metric,
  forecast,
  file,
  websiteId,
}: {
  metric: (typeof METRICS)[number];
  forecast: TrafficForecast;
  file: string;
  websiteId: string | undefined;
}) {
  const measured = useDaily(websiteId, metric);
  const { fan, lastDay, backtest } = forecast;
  const before = measured.days.filter((day) => day <= lastDay).slice(-BEFORE);
  const days = [...before, ...fan.map((day) => day.date)];
  const values = before.map((day) => measured.values[measured.days.indexOf(day)] ?? null);
  const ahead = (key: Exclude<keyof (typeof fan)[number], 'date'>) => [
    ...before.map(() => null),
    ...fan.map((day) => day[key]),
  ];
  const name = metric === 'clicks' ? 'Clicks' : 'Impressions';
  return (
    <>
      <LineFigure
        title={`${name} a day`}
        description={`Measured until ${formatDate(lastDay)}, then forecast: the line is the median, the dark band the 80% interval, the light band the 95% interval.`}
        fileName={`${file}-${metric}`}
        xs={days.map((_, index) => index)}
        xText={(index) => formatDate(days[index])}
        yText={(value) => formatNumber(value, 0)}
        lines={[
          { name: 'Measured', values, tone: 8 },
          { name: 'Forecast', values: ahead('p50'), tone: 1 },
          { name: 'Naive: previous week repeated', values: ahead('naive'), tone: 4, dashed: true },
        ]}
        bands={[
          { name: '95% interval', low: ahead('lo95'), high: ahead('hi95'), tone: 1 },
          { name: '80% interval', low: ahead('p10'), high: ahead('p90'), tone: 1 },
        ]}
      />
      <Backtest name={name} record={backtest} />
    </>
  );
}

function Backtest({ name, record }: { name: string; record: TrafficForecast['backtest'] }) {
  const { mase, coverage80: coverage, relativeToNaive: relative, losesToNaive: loses, values } = record;
  return (
    <Callout tone={loses ? 'warning' : 'info'} title={`${name}: backtest on past data`}>
      {relative == null
        ? null
        : `Errors were ${formatPercent(relative, 0)} of the errors of the naive forecast${loses ? `: the naive forecast is ${relative > 1.005 ? 'better' : 'as good'} here` : ''}. `}
      {`${formatPercent(coverage, 0)} of ${formatNumber(values, 0)} values were inside the 80% interval. `}
      {mase == null ? null : `Scaled error (MASE): ${formatNumber(mase, 2)}.`}
    </Callout>
  );
}

/** Monthly clicks and leads in the three scenarios. */
export function ScenarioPlots({ result, run }: PlotProps<'predictive.scenarios'>) {
  const { months, firstLead, currency } = result;
  const shared = {
    xs: months.map((_, index) => index),
    xText: (index: number) => formatMonth(months[index]?.month ?? ''),
    xTitle: 'Month',
    zero: true,
  };
  const plot = (key: string, title: string, scale: (value: number) => string, points: Points) => (
    <LineFigure
      {...shared}
      title={title}
      description="Pessimistic, realistic and optimistic. The band is the 80% interval of each month."
      fileName={`${fileName(run)}-${key}`}
      yText={scale}
      lines={[
        { name: 'Realistic', values: points.mid, tone: 1 },
        { name: 'Pessimistic', values: points.low, tone: 4, dashed: true },
        { name: 'Optimistic', values: points.high, tone: 3, dashed: true },
      ]}
      bands={[{ name: '80% interval', low: points.low, high: points.high, tone: 1 }]}
    />
  );
  const money = (cents: number) => formatMoney(cents, currency, { compact: true });
  return (
    <>
      {firstLead ? <FirstLead lead={firstLead} currency={currency} /> : null}
      {plot('leads', 'Monthly leads', (value) => formatNumber(value, 0), pointsOf(months.map((month) => month.leads)))}
      {plot(
        'clicks',
        'Monthly clicks',
        (value) => formatNumber(value, 0),
        pointsOf(months.map((month) => month.clicks)),
      )}
      {months.some((month) => month.value) ? plot('value', 'Monthly revenue', money, revenueOf(months)) : null}
    </>
  );
}

/** Quantiles by month. */
type Points = Record<'low' | 'mid' | 'high', (number | null)[]>;

function pointsOf(intervals: readonly { low: number; mid: number; high: number }[]): Points {
  return {
    low: intervals.map(({ low }) => low),
    mid: intervals.map(({ mid }) => mid),
    high: intervals.map(({ high }) => high),
  };
}

function revenueOf(months: Scenarios['months']): Points {
  return {
    low: months.map(({ value }) => value?.lowCents ?? null),
    mid: months.map(({ value }) => value?.midCents ?? null),
    high: months.map(({ value }) => value?.highCents ?? null),
  };
}

const FIRST_LEAD = [
  ['likelyBy', 'First lead with 50% probability by'],
  ['nearlyCertainBy', 'First lead with 90% probability by'],
  ['probability', 'Probability of at least one lead'],
] as const;

function FirstLead({ lead, currency }: { lead: NonNullable<Scenarios['firstLead']>; currency: string }) {
  const figures = FIRST_LEAD.map(([key, name]) => ({ id: key, key, name, value: lead[key] ?? null }));
  return <Figures figures={figures} currency={currency} />;
}

/** Position of each keyword and its probability of reaching the top ten. */
export function RankingPlots({ result }: PlotProps<'predictive.ranking'>) {
  const bars = result.keywords.flatMap(({ keyword, ahead, lastRank: rank }) => {
    const last = ahead.at(-1);
    if (!last) return [];
    return [
      {
        id: keyword,
        label: keyword,
        note: rank == null ? 'not ranking' : `now ${formatNumber(rank, 0)}`,
        value: last.reachTop10,
        text: `${formatConfidence(last.reachTop10)} by ${formatDate(last.date)}`,
      },
    ];
  });
  if (bars.length === 0) return null;
  bars.sort((a, b) => b.value - a.value);
  return (
    <section aria-label="Probability of a top 10 position">
      <h3 className="mb-2 font-semibold">Probability of a top 10 position</h3>
      <BarList label="Probability of a top 10 position by keyword" bars={bars.slice(0, 25)} />
    </section>
  );
}
