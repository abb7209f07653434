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
        description={`Measured until ${formatDate(textAt(forecast, 'lastDay'))}, then as forecast: half of the days come below the middle line, 8 in 10 inside the dark band, 95 in 100 inside the light one.`}
        fileName={`${file}-${metric}`}
        xs={days.map((_, index) => index)}
        xText={(index) => formatDate(days[index])}
        yText={(value) => formatNumber(value, 0)}
        lines={[
          { name: 'Measured', values, tone: 8 },
          { name: 'Forecast', values: ahead('p50'), tone: 1 },
          { name: 'Naive: the week before again', values: ahead('naive'), tone: 4, dashed: true },
        ]}
        bands={[
          { name: '95 %', low: ahead('lo95'), high: ahead('hi95'), tone: 1 },
          { name: '80 %', low: ahead('p10'), high: ahead('p90'), tone: 1 },
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
    <Callout tone={loses ? 'warning' : 'info'} title={`${name}: how the method did on days that have passed`}>
      {relative === null
        ? null
        : `Its errors were ${formatPercent(relative, 0)} of those of repeating the week before${loses ? ': the naive forecast does as well here' : ''}. `}
      {coverage === null
        ? null
        : `${formatPercent(coverage, 0)} of ${formatNumber(numberAt(record, 'values'), 0)} values fell inside the 80 % band. `}
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
      description="Pessimistic, realistic and optimistic: in 8 cases of 10 a month ends inside the band."
      fileName={`${fileName(run)}-${key}`}
      yText={scale}
      lines={[
        { name: 'Realistic', values: at(key, points[1]), tone: 1 },
        { name: 'Pessimistic', values: at(key, points[0]), tone: 4, dashed: true },
        { name: 'Optimistic', values: at(key, points[2]), tone: 3, dashed: true },
      ]}
      bands={[{ name: '8 cases of 10', low: at(key, points[0]), high: at(key, points[2]), tone: 1 }]}
    />
  );
  const hasMoney = months.some((month) => objectAt(month, 'value'));
  return (
    <>
      <FirstLead lead={objectAt(result, 'firstLead')} currency={currencyOf(result)} />
      {plot('leads', 'Leads a month', (value) => formatNumber(value, 0), ['low', 'mid', 'high'])}
      {plot('clicks', 'Clicks a month', (value) => formatNumber(value, 0), ['low', 'mid', 'high'])}
      {hasMoney
        ? plot('value', 'Money a month', (cents) => formatMoney(cents, currencyOf(result), { compact: true }), [
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
        likelyBy: 'First lead as likely as not by',
        nearlyCertainBy: 'In 9 cases of 10 by',
        probability: 'Chance of a lead at all',
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
        note: rank === null ? 'not found' : `now ${formatNumber(rank, 0)}`,
        value: chance,
        text: `${formatPercent(chance, 0)} by ${formatDate(textAt(last, 'date'))}`,
      },
    ];
  });
  if (bars.length === 0) return null;
  bars.sort((a, b) => b.value - a.value);
  return (
    <section aria-label="Chance to reach the first ten">
      <h3 className="mb-2 font-semibold">Chance to reach the first ten</h3>
      <BarList label="Chance to reach the first ten, by keyword" bars={bars.slice(0, 25)} />
    </section>
  );
}
