import { BarList } from '@/components/charts/bar-list';
import { CauseGraph } from '@/components/charts/cause-graph';
import { LineFigure } from '@/components/charts/line-figure';
import type { JsonObject } from '@/components/engines/result/value';
import { Badge, type Tone } from '@/components/ui/badge';
import { formatDate, formatNumber, formatPercent } from '@/lib/format';
import { humanise } from '@/lib/words';
import { fileName } from '../result-card';
import { agrees, lastDays } from './daily';
import type { ResultProps } from './result';
import { figuresAt, listAt, numberAt, objectAt, rowsAt, textAt } from './shapes';
import { useDaily } from './use-daily';

const VERDICTS: Record<string, Tone> = {
  proved: 'success',
  likely: 'info',
  not_shown: 'neutral',
  not_measurable: 'warning',
  contaminated: 'warning',
};

const whole = (value: number) => formatNumber(value, Math.abs(value) < 10 ? 1 : 0);

/** Measured days before the change that are drawn. */
const BEFORE = 60;

/** The verdict, what was seen beside what was expected without the change, and the effect as it adds up. */
export function ImpactPlots({ result, run, website }: ResultProps) {
  const daily = useDaily(website?.id);
  const expected = figuresAt(result, 'counterfactual');
  const point = figuresAt(result, 'point');
  const seen = expected.map((value, index) => sum(value, point[index] ?? null));
  const after = lastDays(daily, expected.length);
  const onDays = agrees(seen, after);
  const before = onDays ? daily.days.filter((day) => day < (after.days[0] ?? '')).slice(-BEFORE) : [];
  const days = [...before, ...after.days];
  const pad = <T,>(values: readonly T[]) => [...before.map(() => null), ...values];
  const xText = (index: number) => (onDays ? formatDate(days[index]) : `Step ${index + 1}`);
  const xs = pad(expected).map((_, index) => index);
  const mark = { at: before.length, text: 'change', tone: 4 as const };
  return (
    <>
      <Verdict result={result} />
      <LineFigure
        title="Observed and expected"
        description="Expected: the estimate without the change, with its 95% interval."
        fileName={`${fileName(run)}-seen`}
        xs={xs}
        xText={xText}
        xTitle={onDays ? undefined : 'Step after the change'}
        yText={whole}
        lines={[
          {
            name: 'Observed',
            values: [...before.map((day) => daily.values[daily.days.indexOf(day)] ?? null), ...seen],
            tone: 8,
          },
          { name: 'Expected', values: pad(expected), tone: 1, dashed: true },
        ]}
        bands={[
          {
            name: '95% interval',
            low: pad(figuresAt(result, 'counterfactualLo')),
            high: pad(figuresAt(result, 'counterfactualHi')),
            tone: 1,
          },
        ]}
        marks={onDays ? [mark] : []}
      />
      <LineFigure
        title="Cumulative effect"
        description={cumulativeText(objectAt(result, 'cumulative'))}
        fileName={`${fileName(run)}-cumulative`}
        xs={expected.map((_, index) => index)}
        xText={(index) => (onDays ? formatDate(after.days[index]) : `Step ${index + 1}`)}
        yText={whole}
        zero
        height={200}
        lines={[{ name: 'Cumulative effect', values: cumulative(point), tone: 3 }]}
      />
    </>
  );
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function cumulative(point: readonly (number | null)[]): (number | null)[] {
  let so = 0;
  return point.map((value) => {
    if (value === null) return null;
    so += value;
    return so;
  });
}

function cumulativeText(range: JsonObject | null): string {
  if (!range) return 'Sum of the daily differences.';
  const [effect, lo, hi] = ['effect', 'lo', 'hi'].map((key) => whole(numberAt(range, key) ?? 0));
  return `Total ${effect}; 95% interval ${lo} to ${hi}.`;
}

function Verdict({ result }: { result: JsonObject }) {
  const verdict = textAt(result, 'verdict');
  if (!verdict) return null;
  const relative = objectAt(result, 'relative');
  const share = (key: string) => formatPercent(numberAt(relative, key), 1);
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Badge tone={VERDICTS[verdict.replaceAll(' ', '_')] ?? 'neutral'} dot>
        {humanise(verdict)}
      </Badge>
      {relative ? (
        <span className="tabular">
          {share('effect')} compared with the expected value; 95% interval {share('lo')} to {share('hi')}
        </span>
      ) : null}
    </p>
  );
}

/** How many steps it takes to see an effect of a given size. */
export function PowerPlots({ result, run }: ResultProps) {
  const steps = Object.entries(objectAt(result, 'steps_for') ?? {})
    .map(([share, count]) => ({ share: Number(share), count: typeof count === 'number' ? count : null }))
    .sort((a, b) => a.share - b.share);
  const smallest = numberAt(result, 'mde_relative');
  if (steps.length === 0) return null;
  return (
    <LineFigure
      title="Power analysis"
      description={`Days needed after a change to detect an effect of a given size.${smallest === null ? '' : `  Minimum detectable effect in the chosen period: ${formatPercent(smallest)}.`} Sizes without a value are not detectable in a reasonable time.`}
      fileName={`${fileName(run)}-power`}
      xs={steps.map(({ share }) => share)}
      xText={(index) => formatPercent(steps[index]?.share, 0)}
      xTitle="Effect size"
      yText={(value) => `${formatNumber(value, 0)} d`}
      zero
      lines={[{ name: 'Days needed', values: steps.map(({ count }) => count), tone: 1 }]}
      spots={steps.flatMap(({ count }, at) => (count === null ? [] : [{ at, y: count, text: '', tone: 1 as const }]))}
    />
  );
}

/** The verdict of an experiment, or how many pages go either way; the effect by site, and as it became surer by day. */
export function ExperimentPlots({ result, run }: ResultProps) {
  const split = listAt(result, 'split').length;
  const sites = rowsAt(result, 'sites');
  return (
    <>
      <Verdict result={result} />
      {split > 0 && !textAt(result, 'verdict') ? (
        <p>
          {formatNumber(split, 0)} pages were randomized in matched pairs. Change only the treatment pages, then run
          this again.
        </p>
      ) : null}
      <SiteEffects sites={sites} pooled={objectAt(result, 'pooled')} />
      {sites.map((site) => (
        <EffectByDay key={textAt(site, 'site')} site={site} file={fileName(run)} />
      ))}
    </>
  );
}

/** Half of a 95% interval, in standard errors. */
const HALF_95 = 1.96;

/** A forest plot: the relative effect on each site with its interval, and of all together. */
function SiteEffects({ sites, pooled }: { sites: readonly JsonObject[]; pooled: JsonObject | null }) {
  const bars = sites.flatMap((site) => {
    const [effect, error] = [numberAt(site, 'relative'), numberAt(site, 'relativeError')];
    if (effect === null || error === null) return [];
    const [low, high] = [effect - HALF_95 * error, effect + HALF_95 * error];
    return [effectBar(textAt(site, 'site'), effect, low, high, false)];
  });
  if (pooled) {
    const [effect, low, high] = ['effect', 'lo', 'hi'].map((key) => numberAt(pooled, key) ?? 0);
    bars.push(effectBar('All sites pooled', effect ?? 0, low ?? 0, high ?? 0, true));
  }
  if (bars.length < 2) return null;
  return (
    <section aria-label="Effect by site">
      <h3 className="mb-2 font-semibold">Effect by site with 95% intervals</h3>
      <BarList label="Effect by site" bars={bars} />
    </section>
  );
}

function effectBar(label: string, value: number, low: number, high: number, isMarked: boolean) {
  const text = `${formatPercent(value, 1)} (${formatPercent(low, 1)} to ${formatPercent(high, 1)})`;
  return { id: label, label, value, low, high, isMarked, text };
}

/** The effect so far with the interval that holds at all days together. */
function EffectByDay({ site, file }: { site: JsonObject; file: string }) {
  const looks = rowsAt(site, 'sequence');
  if (looks.length < 2) return null;
  const at = (key: string) => looks.map((look) => numberAt(look, key));
  const stop = looks.findIndex((look) => numberAt(look, 'step') === numberAt(site, 'stopAt'));
  return (
    <LineFigure
      title={`Effect per page and day, ${textAt(site, 'site')}`}
      description="Average since the change with an always-valid 95% confidence sequence: you can check it every day."
      fileName={`${file}-by-day`}
      xs={looks.map((_, index) => index)}
      xText={(index) => `Step ${formatNumber(numberAt(looks[index] ?? null, 'step'), 0)}`}
      xTitle="Step"
      yText={(value) => formatNumber(value, 2)}
      zero
      lines={[{ name: 'Cumulative effect', values: at('effect'), tone: 1 }]}
      bands={[{ name: '95% confidence sequence', low: at('lo'), high: at('hi'), tone: 1 }]}
      marks={stop < 0 ? [] : [{ at: stop, text: 'excludes zero', tone: 3 }]}
    />
  );
}

/** The graph of causes. */
export function DiscoverPlots({ result, run }: ResultProps) {
  const pairs = (key: string) =>
    listAt(result, key).flatMap((pair) =>
      Array.isArray(pair) && pair.length === 2 ? [[String(pair[0]), String(pair[1])] as const] : [],
    );
  const [directed, undirected] = [pairs('directed'), pairs('undirected')];
  if (directed.length + undirected.length === 0) return <p>No dependencies between the variables were found.</p>;
  return <CauseGraph directed={directed} undirected={undirected} fileName={`${fileName(run)}-graph`} />;
}

/** The effect on each row, from the least to the most. */
export function TreatmentPlots({ result, run }: ResultProps) {
  const effects = figuresAt(result, 'ite')
    .filter((value): value is number => value !== null)
    .sort((a, b) => a - b);
  if (effects.length < 2) return null;
  const average = numberAt(result, 'ate');
  return (
    <LineFigure
      title="Individual effects"
      description="Rows sorted by effect, compared with the average effect."
      fileName={`${fileName(run)}-effects`}
      xs={effects.map((_, index) => index)}
      xText={(index) => `Row ${index + 1}`}
      xTitle="Rows by effect"
      yText={(value) => formatNumber(value, 2)}
      zero
      lines={[
        { name: 'Effect', values: effects, tone: 1 },
        { name: 'Average', values: effects.map(() => average), tone: 2, dashed: true },
      ]}
    />
  );
}
