import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { engineQueries } from '@/api/engines';
import { runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { BarList } from '@/components/charts/bar-list';
import { LineFigure } from '@/components/charts/line-figure';
import type { JsonObject } from '@/components/engines/result/value';
import { formatDate, formatNumber, formatPercent } from '@/lib/format';
import { seriesOfRun } from '@/lib/run-series';
import { fileName } from '../result-card';
import { agrees, type Daily, daysFrom, lastDays } from './daily';
import type { ResultProps } from './result';
import { figuresAt, numberAt, objectAt, rowsAt, textAt, textsAt } from './shapes';
import { useDaily } from './use-daily';

/** Days that the server tells of a series, at most; a shorter one is told whole. */
const TOLD = 90;

const whole = (value: number) => formatNumber(value, 0);

interface Given {
  days: Daily | null;
  isOwn: boolean;
  isKnown: boolean;
}

/** Series that the result itself carries; runs of earlier versions do not. */
function toldBy(result: JsonObject): Daily | null {
  const given = objectAt(result, 'given');
  if (!given) return null;
  const values = figuresAt(given, 'values');
  const first = textAt(given, 'firstDay');
  return values.length === 0 ? null : { days: first ? daysFrom(first, values.length) : [], values };
}

/**
 * Series that a run was given. Its result counts steps without saying of what, so nothing is drawn for a run whose
 * series is not known: the clicks of the website are not laid under figures of something else.
 */
function useGiven(result: JsonObject, run: Run, websiteId: string | undefined): Given {
  const series = useMemo(() => seriesOfRun(run.id), [run.id]);
  const website = useWebsiteDays(websiteId);
  const told = toldBy(result);
  if (told) return { days: told, isOwn: series?.kind === 'own', isKnown: true };
  if (series?.kind !== 'own') return { days: series ? website : null, isOwn: false, isKnown: series !== null };
  const days = series.first ? daysFrom(series.first, series.values.length) : [];
  return { days: { days, values: series.values }, isOwn: true, isKnown: true };
}

/** The website's days as an action is given them: all that are told, or as many as the newest decomposition had. */
function useWebsiteDays(websiteId: string | undefined): Daily | null {
  const daily = useDaily(websiteId);
  const isCut = daily.days.length >= TOLD;
  const history = useQuery({ ...engineQueries.history('pattern', { websiteId, limit: 100 }), enabled: isCut });
  const decomposed = history.data?.runs.find((run) => run.action === 'decompose' && run.status === 'succeeded');
  const result = useQuery({
    ...runQueries.result<JsonObject | null>(decomposed?.id ?? ''),
    enabled: isCut && decomposed !== undefined,
  });
  if (daily.days.length === 0) return null;
  if (!isCut) return daily;
  const parts = result.data?.result ? seriesOf(result.data.result) : null;
  if (!parts) return null;
  const days = lastDays(daily, parts.length);
  return agrees(parts, days) ? { days: days.days, values: parts } : null;
}

/** Series that a decomposition adds up to again. */
function seriesOf(result: JsonObject): (number | null)[] {
  const seasons = Object.keys(result).filter((key) => /^seasonal(_|\d|$)/.test(key) && Array.isArray(result[key]));
  const columns = ['trend', ...seasons, 'remainder'].map((key) => figuresAt(result, key));
  return (columns[0] ?? []).map((_, step) => {
    const parts = columns.map((column) => column[step] ?? null);
    return parts.some((part) => part === null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  });
}

/** Says why steps cannot be laid on days. */
function NoDays({ isKnown }: { isKnown: boolean }) {
  return (
    <p className="text-muted-foreground">
      The result counts steps from the first day of its series.{' '}
      {isKnown
        ? 'Run "decompose" on this website to show dates in the chart.'
        : 'This run was started in another browser, so its input is not available. Run it again to see the chart.'}
    </p>
  );
}

/** The name of a place of a series. */
function placeText(days: Daily): (index: number) => string {
  return (index) => (days.days[index] ? formatDate(days.days[index]) : `Step ${index + 1}`);
}

/** Series with the days on which its level or slope changed. */
export function ChangePointPlots({ result, run, website }: ResultProps) {
  const { days: given, isOwn, isKnown } = useGiven(result, run, website?.id);
  const changes = rowsAt(result, 'changes');
  const dated = changes.every((change) => typeof change.date === 'string');
  if (!given) return <NoDays isKnown={isKnown} />;
  const steps = changes.map((change) =>
    dated ? given.days.indexOf(textAt(change, 'date')) : (numberAt(change, 'index') ?? -1),
  );
  const marks = steps.flatMap((at, index) => {
    const confidence = numberAt(changes[index] ?? null, 'confidence');
    if (at < 0) return [];
    return [{ at, text: `change point, ${formatPercent(confidence, 0)} confidence`, tone: 4 as const }];
  });
  const description =
    changes.length === 0
      ? 'No change of level or slope found.'
      : `${changes.length === 1 ? 'One change' : `${changes.length} changes`} of level or slope. The dashed line is the mean of each period.`;
  return (
    <LineFigure
      title={isOwn ? 'Your data' : 'Clicks a day'}
      description={description}
      fileName={fileName(run)}
      xs={given.values.map((_, index) => index)}
      xText={placeText(given)}
      xTitle={given.days.length > 0 ? undefined : 'Step'}
      yText={whole}
      zero
      lines={[
        { name: isOwn ? 'Values' : 'Clicks', values: given.values, tone: 1 },
        { name: 'Mean', values: means(given.values, steps), tone: 2, dashed: true },
      ]}
      marks={marks}
    />
  );
}

/** The mean of each stretch between changes. */
function means(values: readonly (number | null)[], steps: readonly number[]): (number | null)[] {
  const cuts = [0, ...steps.filter((step) => step > 0).sort((a, b) => a - b), values.length];
  return cuts.slice(1).flatMap((end, index) => {
    const part = values.slice(cuts[index], end);
    const known = part.filter((value): value is number => value !== null);
    const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
    return part.map(() => mean);
  });
}

/** Trend, seasons and remainder, each in a panel of its own under the series. */
export function DecomposePlots({ result, run, website }: ResultProps) {
  const daily = useDaily(website?.id);
  const series = seriesOf(result);
  const told = toldBy(result);
  const days = told ?? lastDays(daily, series.length);
  const onDays = told ? told.days.length > 0 : agrees(series, days);
  const seasons = Object.keys(result).filter((key) => /^seasonal(_|\d|$)/.test(key) && Array.isArray(result[key]));
  const panels = [
    { key: 'series', title: 'Series', values: series, tone: 8 as const },
    { key: 'trend', title: 'Trend', values: figuresAt(result, 'trend'), tone: 1 as const },
    ...seasons.map((key) => ({ key, title: 'Season', values: figuresAt(result, key), tone: 2 as const })),
    { key: 'remainder', title: 'Remainder', values: figuresAt(result, 'remainder'), tone: 3 as const },
  ];
  const strength = numberAt(result, 'seasonalStrength');
  return panels.map(({ key, title, values, tone }) => (
    <LineFigure
      key={key}
      title={title}
      description={panelText(key, strength)}
      fileName={`${fileName(run)}-${key}`}
      xs={values.map((_, index) => index)}
      xText={(index) => (onDays ? formatDate(days.days[index]) : `Step ${index + 1}`)}
      xTitle={onDays ? undefined : 'Step'}
      yText={(value) => formatNumber(value, Math.abs(value) < 10 ? 1 : 0)}
      height={180}
      zero={key !== 'series' && key !== 'trend'}
      lines={[{ name: title, values, tone }]}
    />
  ));
}

function panelText(key: string, strength: number | null): string {
  if (key === 'series') return 'Sum of trend, seasonality and remainder.';
  if (key === 'trend') return 'Direction without seasonality.';
  if (key === 'remainder') return 'The part that neither trend nor seasonality explains.';
  return strength === null ? 'Repeating pattern.' : `Repeating pattern; strength ${formatPercent(strength, 0)}.`;
}

/** Series with the days that do not fit. */
export function AnomalyPlots({ result, run, website }: ResultProps) {
  const { days: given, isOwn, isKnown } = useGiven(result, run, website?.id);
  const anomalies = rowsAt(result, 'anomalies');
  if (!given) return <NoDays isKnown={isKnown} />;
  const spots = anomalies.flatMap((anomaly) => {
    const [at, observed, expected] = ['index', 'observed', 'expected'].map((key) => numberAt(anomaly, key));
    if (at == null || observed == null) return [];
    return [{ at, y: observed, text: `anomaly: ${whole(expected ?? 0)} expected`, tone: 4 as const }];
  });
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
      xTitle={given.days.length > 0 ? undefined : 'Step'}
      yText={whole}
      zero
      lines={[{ name: isOwn ? 'Values' : 'Clicks', values: given.values, tone: 1 }]}
      spots={spots}
    />
  );
}

/** What explains a change, the largest part first. */
export function AttributePlots({ result }: ResultProps) {
  return rowsAt(result, 'explanations').map((explanation) => (
    <section key={textAt(explanation, 'dimension')} aria-label={textAt(explanation, 'dimension')}>
      <h3 className="mb-2 font-semibold">
        By {textAt(explanation, 'dimension')}: explains {formatPercent(numberAt(explanation, 'explains'), 0)}
      </h3>
      <BarList
        label={`Parts of the change by ${textAt(explanation, 'dimension')}`}
        bars={rowsAt(explanation, 'elements').map((element) => ({
          id: textAt(element, 'name'),
          label: textAt(element, 'name'),
          value: (numberAt(element, 'actual') ?? 0) - (numberAt(element, 'expected') ?? 0),
          text: `${whole(numberAt(element, 'actual') ?? 0)} of ${whole(numberAt(element, 'expected') ?? 0)} expected`,
        }))}
      />
    </section>
  ));
}

/** Rules, the strongest first. */
export function RulePlots({ result }: ResultProps) {
  const rules = rowsAt(result, 'rules');
  if (rules.length === 0) return null;
  return (
    <section aria-label="Rules">
      <h3 className="mb-2 font-semibold">In words</h3>
      <ul className="grid gap-1">
        {rules.slice(0, 10).map((rule) => {
          const conditions = textsAt(rule, 'conditions').join(' and ');
          return (
            <li key={`${conditions} ${textAt(rule, 'conclusion')}`}>
              Where <strong>{conditions}</strong>, then <strong>{textAt(rule, 'conclusion')}</strong> in{' '}
              {formatPercent(numberAt(rule, 'confidence'), 0)} of the cases, {formatNumber(numberAt(rule, 'lift'), 1)}{' '}
              times as often as otherwise.
            </li>
          );
        })}
      </ul>
    </section>
  );
}
