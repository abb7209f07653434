import { BarList } from '@/components/charts/bar-list';
import { LineFigure } from '@/components/charts/line-figure';
import { Figures } from '@/components/engines/result/result-view';
import type { JsonObject } from '@/components/engines/result/value';
import { Callout } from '@/components/ui/callout';
import { formatDate, formatMoney, formatNumber, formatPercent } from '@/lib/format';
import { fileName } from '../result-card';
import type { ResultProps } from './result';
import { currencyOf, numberAt, objectAt, rowsAt, textAt } from './shapes';
import { useDaily } from './use-daily';

/** Measured days that stand before the forecast. */
const BEFORE = 60;

/** The fan of clicks and of impressions, with the days before it and how the method did on days that have passed. */
export function ForecastPlots({ result, run, website }: ResultProps) {
  return (
    <>
      {['clicks', 'impressions'].map((metric) => {
        const forecast = objectAt(result, metric);
        return forecast ? (
          <Fan key={metric} metric={metric} forecast={forecast} file={fileName(run)} websiteId={website?.id} />
        ) : null;
      })}
    </>
  );
}

function Fan({
  metric,
  forecast,
  file,
  websiteId,
}: {
  metric: string;
  forecast: JsonObject;
  file: string;
  websiteId: string | undefined;
}) {
  const measured = useDaily(websiteId, metric);
  const fan = rowsAt(forecast, 'fan');
  const before = measured.days.filter((day) => day <= textAt(forecast, 'lastDay')).slice(-BEFORE);
  const days = [...before, ...fan.map((day) => textAt(day, 'date'))];
  const values = before.map((day) => measured.values[measured.days.indexOf(day)] ?? null);
  const ahead = (key: string) => [...before.map(() => null), ...fan.map((day) => numberAt(day, key))];
  const name = metric === 'clicks' ? 'Clicks' : 'Impressions';
  return (
    <>
      <LineFigure
        title={`${name} a day`}
        description={`Measured until ${formatDate(textAt(forecast, 'lastDay'))}, then forecast: the line is the median, the dark band the 80% interval, the light band the 95% interval.`}
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
      <Backtest name={name} record={objectAt(forecast, 'backtest')} />
    </>
  );
}

function Backtest({ name, record }: { name: string; record: JsonObject | null }) {
  if (!record) return null;
  const [mase, coverage] = [numberAt(record, 'mase'), numberAt(record, 'coverage80')];
  const relative = numberAt(record, 'relativeToNaive');
  const loses = record.losesToNaive === true;
  return (
    <Callout tone={loses ? 'warning' : 'info'} title={`${name}: backtest on past data`}>
      {relative === null
        ? null
        : `Errors were ${formatPercent(relative, 0)} of those of the naive forecast${loses ? ': the naive forecast is as good here' : ''}. `}
      {coverage === null
        ? null
        : `${formatPercent(coverage, 0)} of ${formatNumber(numberAt(record, 'values'), 0)} values were inside the 80% interval. `}
      {mase === null ? null : `Scaled error (MASE) ${formatNumber(mase, 2)}; below 1 is good.`}
    </Callout>
  );
}

/** Clicks and leads by month in the three scenarios. */
export function ScenarioPlots({ result, run }: ResultProps) {
  const months = rowsAt(result, 'months');
  const at = (key: string, point: string) => months.map((month) => numberAt(objectAt(month, key), point));
  const shared = {
    xs: months.map((_, index) => index),
    xText: (index: number) => textAt(months[index] ?? null, 'month'),
    xTitle: 'Month',
    zero: true,
  };
  const plot = (
    key: string,
    title: string,
    scale: (value: number) => string,
    points: readonly [string, string, string],
  ) => (
    <LineFigure
      {...shared}
      title={title}
      description="Pessimistic, realistic and optimistic. The band is the 80% interval of each month."
      fileName={`${fileName(run)}-${key}`}
      yText={scale}
      lines={[
        { name: 'Realistic', values: at(key, points[1]), tone: 1 },
        { name: 'Pessimistic', values: at(key, points[0]), tone: 4, dashed: true },
        { name: 'Optimistic', values: at(key, points[2]), tone: 3, dashed: true },
      ]}
      bands={[{ name: '80% interval', low: at(key, points[0]), high: at(key, points[2]), tone: 1 }]}
    />
  );
  const hasMoney = months.some((month) => objectAt(month, 'value'));
  return (
    <>
      <FirstLead lead={objectAt(result, 'firstLead')} currency={currencyOf(result)} />
      {plot('leads', 'Monthly leads', (value) => formatNumber(value, 0), ['low', 'mid', 'high'])}
      {plot('clicks', 'Monthly clicks', (value) => formatNumber(value, 0), ['low', 'mid', 'high'])}
      {hasMoney
        ? plot('value', 'Monthly revenue', (cents) => formatMoney(cents, currencyOf(result), { compact: true }), [
            'lowCents',
            'midCents',
            'highCents',
          ])
        : null}
    </>
  );
}

function FirstLead({ lead, currency }: { lead: JsonObject | null; currency: string }) {
  if (!lead) return null;
  const figures = ['likelyBy', 'nearlyCertainBy', 'probability'].map((key) => ({
    id: key,
    key,
    name:
      {
        likelyBy: 'First lead with 50% probability by',
        nearlyCertainBy: 'First lead with 90% probability by',
        probability: 'Probability of at least one lead',
      }[key] ?? key,
    value: lead[key] as string | number | null,
  }));
  return <Figures figures={figures} currency={currency} />;
}

/** For each keyword where it stands and how likely it reaches the first ten. */
export function RankingPlots({ result }: ResultProps) {
  const bars = rowsAt(result, 'keywords').flatMap((keyword) => {
    const last = rowsAt(keyword, 'ahead').at(-1);
    const chance = numberAt(last ?? null, 'reachTop10');
    if (!last || chance === null) return [];
    const rank = numberAt(keyword, 'lastRank');
    return [
      {
        id: textAt(keyword, 'keyword'),
        label: textAt(keyword, 'keyword'),
        note: rank === null ? 'not ranking' : `now ${formatNumber(rank, 0)}`,
        value: chance,
        text: `${formatPercent(chance, 0)} by ${formatDate(textAt(last, 'date'))}`,
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
