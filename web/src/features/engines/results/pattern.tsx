import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ActionResult, typedResult } from '@/api/engine-results';
import { engineQueries } from '@/api/engines';
import { runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { BarList } from '@/components/charts/bar-list';
import { LineFigure } from '@/components/charts/line-figure';
import { Button } from '@/components/ui/button';
import { formatConfidence, formatDate, formatFixed, formatNumber, formatPercent } from '@/lib/format';
import { seriesOfRun } from '@/lib/run-series';
import { fileName } from '../file-name';
import { agrees, type Daily, daysFrom, lastDays } from './daily';
import type { PlotProps } from './plot-props';
import { useDaily } from './use-daily';

/** Maximum number of days of a series in the server's response. */
const TOLD = 90;

const whole = (value: number) => formatNumber(value, 0);

type Decomposition = ActionResult<'pattern.decompose'>;
type GivenSeries = Decomposition['given'];

interface Given {
  days: Daily | null;
  isOwn: boolean;
  isKnown: boolean;
}

/** Returns the series included in the result; runs of earlier versions have none. */
function givenSeries(given: GivenSeries): Daily | null {
  if (!given || given.values.length === 0) return null;
  const { values, firstDay } = given;
  return { days: firstDay ? daysFrom(firstDay, values.length) : [], values };
}

/**
 * Series of a run's input. Its result counts steps without naming the series, so nothing is drawn for a run with an
 * unknown series.
 */
function useGiven(given: GivenSeries, run: Run, websiteId: string | undefined): Given {
  const series = useMemo(() => seriesOfRun(run.id), [run.id]);
  const website = useWebsiteDays(websiteId);
  const known = givenSeries(given);
  if (known) return { days: known, isOwn: series?.kind === 'own', isKnown: true };
  if (series?.kind !== 'own') return { days: series ? website : null, isOwn: false, isKnown: series !== null };
  const days = series.first ? daysFrom(series.first, series.values.length) : [];
  return { days: { days, values: series.values }, isOwn: true, isKnown: true };
}

/** Days of the website as given to an action: all available, or as many as in the latest decomposition. */
function useWebsiteDays(websiteId: string | undefined): Daily | null {
  const daily = useDaily(websiteId);
  const isCut = daily.days.length >= TOLD;
  const history = useQuery({ ...engineQueries.history('pattern', { websiteId, limit: 100 }), enabled: isCut });
  const decomposed = history.data?.runs.find((run) => run.action === 'decompose' && run.status === 'succeeded');
  const result = useQuery({
    ...runQueries.result(decomposed?.id ?? ''),
    enabled: isCut && decomposed !== undefined,
  });
  if (daily.days.length === 0) return null;
  if (!isCut) return daily;
  const parts = result.data?.result ? seriesOf(typedResult('pattern.decompose', result.data.result)) : null;
  if (!parts) return null;
  const days = lastDays(daily, parts.length);
  return agrees(parts, days) ? { days: days.days, values: parts } : null;
}

/** Series of a decomposition. */
function seriesOf(result: Decomposition): (number | null)[] {
  const columns = [result.trend, ...seasonsOf(result).map(({ values }) => values), result.remainder];
  return result.trend.map((_, step) => {
    const parts = columns.map((column) => column[step] ?? null);
    return parts.some((part) => part === null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  });
}

/** Seasonal components of a decomposition with their names. */
function seasonsOf(result: Decomposition) {
  const keys = Object.keys(result).filter((key) => key === 'seasonal' || isPeriod(key));
  return keys.map((key) => ({ key, values: (isPeriod(key) ? result[key] : result.seasonal) ?? [] }));
}

function isPeriod(key: string): key is `seasonal_${number}` {
  return /^seasonal_\d+$/.test(key);
}

/** Explains why steps cannot be mapped to days. */
function NoDays({ isKnown }: { isKnown: boolean }) {
  return (
    <p className="text-muted-foreground">
      The result counts steps from the first day of its series.{' '}
      {isKnown
        ? 'Decompose the clicks of this website to show dates in the chart.'
        : 'This run was started in another browser, so its input is not available. Run it again to see the chart.'}
    </p>
  );
}

/** Label of a position in a series. */
function placeText(days: Daily): (index: number) => string {
  return (index) => (days.days[index] ? formatDate(days.days[index]) : `Day ${index + 1}`);
}

/** Series with the days on which its level or slope changed. */
export function ChangePointPlots({ result, run, website, onAsk }: PlotProps<'pattern.change-points'>) {
  const series = 'given' in result ? result.given : null;
  const { days: given, isOwn, isKnown } = useGiven(series, run, website?.id);
  if (!given) return <NoDays isKnown={isKnown} />;
  const changes = placed(result, given);
  const marks = changes.flatMap(({ at, confidence }) => {
    if (at < 0) return [];
    return [{ at, text: `change point, ${formatConfidence(confidence)} confidence`, tone: 4 as const }];
  });
  const description =
    changes.length === 0
      ? 'No change of level or slope found.'
      : `${changes.length === 1 ? 'One change' : `${changes.length} changes`} of level or slope. The dashed line is the mean of each period.`;
  const levels = means(
    given.values,
    changes.map(({ at }) => at),
  );
  return (
    <>
      <LineFigure
        title={isOwn ? 'Your data' : 'Clicks a day'}
        description={description}
        fileName={fileName(run)}
        xs={given.values.map((_, index) => index)}
        xText={placeText(given)}
        xTitle={given.days.length > 0 ? undefined : 'Day'}
        yText={whole}
        zero
        lines={[
          { name: isOwn ? 'Values' : 'Clicks', values: given.values, tone: 1 },
          { name: 'Mean', values: levels, tone: 2, dashed: true },
        ]}
        marks={marks}
      />
      {isOwn ? null : <Explain result={result} onAsk={onAsk} />}
    </>
  );
}

/** Opens the explanation of the latest change: the pages, queries and devices that it came from. */
function Explain({ result, onAsk }: Pick<PlotProps<'pattern.change-points'>, 'result' | 'onAsk'>) {
  const last = 'cps' in result ? undefined : result.changes.at(-1);
  if (!last) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      className="sm:justify-self-start"
      onClick={() => onAsk('attribute', { change: last.date })}
    >
      Explain the change of {formatDate(last.date)}
    </Button>
  );
}

/** Changes with their positions in a series; -1 for days outside it. */
function placed(result: ActionResult<'pattern.change-points'>, { days }: Daily) {
  if ('cps' in result) return result.changes.map(({ index, confidence }) => ({ at: index, confidence }));
  return result.changes.map(({ date, confidence }) => ({ at: days.indexOf(date), confidence }));
}

/** Mean of each segment between changes. */
function means(values: readonly (number | null)[], steps: readonly number[]): (number | null)[] {
  const cuts = [0, ...steps.filter((step) => step > 0).sort((a, b) => a - b), values.length];
  return cuts.slice(1).flatMap((end, index) => {
    const part = values.slice(cuts[index], end);
    const known = part.filter((value): value is number => value !== null);
    const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
    return part.map(() => mean);
  });
}

/** Trend, seasons and remainder, each in its own panel below the series. */
export function DecomposePlots({ result, run, website }: PlotProps<'pattern.decompose'>) {
  const daily = useDaily(website?.id);
  const series = seriesOf(result);
  const known = givenSeries(result.given);
  const days = known ?? lastDays(daily, series.length);
  const onDays = known ? known.days.length > 0 : agrees(series, days);
  const panels = [
    { key: 'series', title: 'Series', values: series, tone: 8 as const },
    { key: 'trend', title: 'Trend', values: result.trend, tone: 1 as const },
    ...seasonsOf(result).map((season) => ({ ...season, title: 'Season', tone: 2 as const })),
    { key: 'remainder', title: 'Remainder', values: result.remainder, tone: 3 as const },
  ];
  return panels.map(({ key, title, values, tone }) => (
    <LineFigure
      key={key}
      title={title}
      description={panelText(key, result.seasonalStrength)}
      fileName={`${fileName(run)}-${key}`}
      xs={values.map((_, index) => index)}
      xText={(index) => (onDays ? formatDate(days.days[index]) : `Day ${index + 1}`)}
      xTitle={onDays ? undefined : 'Day'}
      yText={(value) => formatNumber(value, Math.abs(value) < 10 ? 1 : 0)}
      height={180}
      zero={key !== 'series' && key !== 'trend'}
      lines={[{ name: title, values, tone }]}
    />
  ));
}

function panelText(key: string, strength: number): string {
  if (key === 'series') return 'Sum of trend, seasonality and remainder.';
  if (key === 'trend') return 'Direction without seasonality.';
  if (key === 'remainder') return 'The part that neither trend nor seasonality explains.';
  return `Repeating pattern; seasonal strength ${formatFixed(strength, 2)} on a scale from 0 (none) to 1.`;
}

/** Series with its anomalous days. */
export function AnomalyPlots({ result, run, website }: PlotProps<'pattern.anomalies'>) {
  const { days: given, isOwn, isKnown } = useGiven(result.given, run, website?.id);
  if (!given) return <NoDays isKnown={isKnown} />;
  const spots = result.anomalies.map(({ index, observed, expected }) => ({
    at: index,
    y: observed,
    text: `anomaly: ${whole(expected)} expected`,
    tone: 4 as const,
  }));
  const fits = spots.every(({ at, y }) => given.values[at] === undefined || given.values[at] === y);
  if (!fits) return null;
  return (
    <LineFigure
      title={isOwn ? 'Your data' : 'Clicks a day'}
      description={
        spots.length === 0
          ? 'No anomalies found.'
          : 'Circles mark anomalies: days that fit neither trend nor seasonality.'
      }
      fileName={fileName(run)}
      xs={given.values.map((_, index) => index)}
      xText={placeText(given)}
      xTitle={given.days.length > 0 ? undefined : 'Day'}
      yText={whole}
      zero
      lines={[{ name: isOwn ? 'Values' : 'Clicks', values: given.values, tone: 1 }]}
      spots={spots}
    />
  );
}

/** Explanations of a change, largest first. */
export function AttributePlots({ result }: PlotProps<'pattern.attribute'>) {
  return result.explanations.map(({ dimension, explains, elements }) => (
    <section key={dimension} aria-label={dimension}>
      <h3 className="mb-2 font-semibold">
        By {dimension}: explains {formatPercent(explains, 0)}
      </h3>
      <BarList
        label={`Parts of the change by ${dimension}`}
        bars={elements.map(({ name, actual, expected }) => ({
          id: name,
          label: name,
          value: actual - expected,
          text: `${whole(actual)} of ${whole(expected)} expected`,
        }))}
      />
    </section>
  ));
}

/** Rules, strongest first. */
export function RulePlots({ result: { rules } }: PlotProps<'pattern.rules'>) {
  if (rules.length === 0) return null;
  return (
    <section aria-label="Rules">
      <h3 className="mb-2 font-semibold">In words</h3>
      <ul className="grid gap-1">
        {rules.slice(0, 10).map((rule) => {
          const conditions = rule.conditions.join(' and ');
          return (
            <li key={`${conditions} ${rule.conclusion}`}>
              Where <strong>{conditions}</strong>, then <strong>{rule.conclusion}</strong> in{' '}
              {formatPercent(rule.confidence, 0)} of the cases, {formatNumber(rule.lift, 1)} times as often as in all of
              them.
            </li>
          );
        })}
      </ul>
    </section>
  );
}
