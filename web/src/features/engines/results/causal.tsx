import type { ActionResult } from '@/api/engine-results';
import { BarList } from '@/components/charts/bar-list';
import { CauseGraph } from '@/components/charts/cause-graph';
import { LineFigure } from '@/components/charts/line-figure';
import { Badge, type Tone } from '@/components/ui/badge';
import { formatChange, formatDate, formatNumber, formatPercent } from '@/lib/format';
import { humanise } from '@/lib/words';
import { fileName } from '../file-name';
import { agrees, lastDays } from './daily';
import type { PlotProps } from './plot-props';
import { useDaily } from './use-daily';

type Verdict = ActionResult<'causal.impact'>['verdict'];
type Effect = ActionResult<'causal.impact'>['cumulative'];
type Site = ActionResult<'causal.experiment'>['sites'][number];

const VERDICTS: Record<Verdict, Tone> = {
  proved: 'success',
  likely: 'info',
  'not shown': 'neutral',
  'not measurable': 'warning',
  contaminated: 'warning',
};

const whole = (value: number) => formatNumber(value, Math.abs(value) < 10 ? 1 : 0);

/** Number of measured days shown before the change. */
const BEFORE = 60;

/** Verdict, observed compared with expected clicks, and the cumulative effect. */
export function ImpactPlots({ result, run, website }: PlotProps<'causal.impact'>) {
  const daily = useDaily(website?.id);
  const { counterfactual: expected, point } = result;
  const seen = expected.map((value, index) => sum(value, point[index] ?? null));
  const after = lastDays(daily, expected.length);
  const onDays = agrees(seen, after);
  const before = onDays ? daily.days.filter((day) => day < (after.days[0] ?? '')).slice(-BEFORE) : [];
  const days = [...before, ...after.days];
  const pad = <T,>(values: readonly T[]) => [...before.map(() => null), ...values];
  const xText = (index: number) => (onDays ? formatDate(days[index]) : `Day ${index + 1}`);
  const xs = pad(expected).map((_, index) => index);
  const mark = { at: before.length, text: 'change', tone: 4 as const };
  return (
    <>
      <VerdictLine verdict={result.verdict} />
      <LineFigure
        title="Observed and expected"
        description="Expected: the estimate without the change, with its 95% interval."
        fileName={`${fileName(run)}-seen`}
        xs={xs}
        xText={xText}
        xTitle={onDays ? undefined : 'Day after the change'}
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
            low: pad(result.counterfactualLo),
            high: pad(result.counterfactualHi),
            tone: 1,
          },
        ]}
        marks={onDays ? [mark] : []}
      />
      <LineFigure
        title="Cumulative effect"
        description={cumulativeText(result.cumulative)}
        fileName={`${fileName(run)}-cumulative`}
        xs={expected.map((_, index) => index)}
        xText={(index) => (onDays ? formatDate(after.days[index]) : `Day ${index + 1}`)}
        xTitle={onDays ? undefined : 'Day after the change'}
        yText={whole}
        zero
        height={200}
        lines={[{ name: 'Cumulative effect', values: cumulative(point), tone: 3 }]}
      />
    </>
  );
}

/** Verdict, and the daily share of answers that cite the site compared with the expected one. */
export function CitationPlots({ result, run }: PlotProps<'causal.citations'>) {
  const { days } = result;
  const first = days.findIndex(({ expected }) => expected != null);
  return (
    <>
      <VerdictLine verdict={result.verdict} relative={result.relative} />
      <LineFigure
        title="Share of AI answers that cite you"
        description="Days with answers, adjusted for which prompts were asked. Expected: the estimate without the change, with its 95% interval."
        fileName={`${fileName(run)}-citations`}
        xs={days.map((_, index) => index)}
        xText={(index) => formatDate(days[index]?.day)}
        yText={(value) => formatPercent(value, 0)}
        lines={[
          { name: 'Observed', values: days.map(({ share }) => share), tone: 8 },
          { name: 'Expected', values: days.map(({ expected }) => expected ?? null), tone: 1, dashed: true },
        ]}
        bands={[
          {
            name: '95% interval',
            low: days.map(({ low }) => low ?? null),
            high: days.map(({ high }) => high ?? null),
            tone: 1,
          },
        ]}
        marks={first < 0 ? [] : [{ at: first, text: 'change', tone: 4 }]}
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

function cumulativeText({ effect, lo, hi }: Effect): string {
  return `Total ${whole(effect)}; 95% interval ${whole(lo)} to ${whole(hi)}.`;
}

function VerdictLine({ verdict, relative }: { verdict: Verdict | null | undefined; relative?: Effect | null }) {
  if (!verdict) return null;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Badge tone={VERDICTS[verdict]} dot>
        {humanise(verdict)}
      </Badge>
      {relative ? (
        <span className="tabular">
          {formatChange(relative.effect)} compared with the expected value; 95% interval {formatChange(relative.lo)} to{' '}
          {formatChange(relative.hi)}
        </span>
      ) : null}
    </p>
  );
}

/** Number of steps required to detect effects by size. */
export function PowerPlots({ result, run }: PlotProps<'causal.power'>) {
  const steps = Object.entries(result.steps_for)
    .map(([share, count]) => ({ share: Number(share), count }))
    .sort((a, b) => a.share - b.share);
  if (steps.length === 0) return null;
  return (
    <LineFigure
      title="Power analysis"
      description={`Days needed after a change to detect an effect of a given size. Minimum detectable effect in the chosen period: ${formatPercent(result.mde_relative)}. Sizes without a value are not detectable in a reasonable time.`}
      fileName={`${fileName(run)}-power`}
      xs={steps.map(({ share }) => share)}
      xText={(index) => formatPercent(steps[index]?.share, 0)}
      xTitle="Effect size"
      yText={(value) => `${formatNumber(value, 1)} d`}
      zero
      lines={[{ name: 'Days needed', values: steps.map(({ count }) => count), tone: 1 }]}
      spots={steps.flatMap(({ count }, at) => (count === null ? [] : [{ at, y: count, text: '', tone: 1 as const }]))}
    />
  );
}

/** Verdict of an experiment, or the split; the effect by site, and its interval over time. */
export function ExperimentPlots({ result, run }: PlotProps<'causal.experiment'>) {
  const { sites, pooled, verdict } = result;
  const split = result.split.length;
  return (
    <>
      <VerdictLine verdict={verdict} />
      {split > 0 && !verdict ? (
        <p>
          {formatNumber(split, 0)} pages were randomized in matched pairs. Change only the treatment pages, then run
          this again.
        </p>
      ) : null}
      <SiteEffects sites={sites} pooled={pooled} />
      {sites.map((site) => (
        <EffectByDay key={site.site} site={site} file={fileName(run)} />
      ))}
    </>
  );
}

/** Half of a 95% interval, in standard errors. */
const HALF_95 = 1.96;

/** Forest plot: the relative effect on each site with its interval, and the pooled effect. */
function SiteEffects({ sites, pooled }: { sites: readonly Site[]; pooled: Effect | null | undefined }) {
  const bars = sites.flatMap(({ site, relative: effect, relativeError: error }) => {
    if (effect == null || error == null) return [];
    const [low, high] = [effect - HALF_95 * error, effect + HALF_95 * error];
    return [effectBar(site, effect, low, high, false)];
  });
  if (pooled) bars.push(effectBar('All sites pooled', pooled.effect, pooled.lo, pooled.hi, true));
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

/** Cumulative effect with an interval valid for all days jointly. */
function EffectByDay({ site, file }: { site: Site; file: string }) {
  const looks = site.sequence;
  if (looks.length < 2) return null;
  const stop = looks.findIndex((look) => look.step === site.stopAt);
  return (
    <LineFigure
      title={`Effect per page and day, ${site.site}`}
      description="Average since the change with an always-valid 95% confidence sequence: you can check it every day."
      fileName={`${file}-by-day`}
      xs={looks.map((_, index) => index)}
      xText={(index) => `Day ${formatNumber(looks[index]?.step, 0)}`}
      xTitle="Day after the change"
      yText={(value) => formatNumber(value, 2)}
      zero
      lines={[{ name: 'Cumulative effect', values: looks.map((look) => look.effect), tone: 1 }]}
      bands={[
        {
          name: '95% confidence sequence',
          low: looks.map((look) => look.lo),
          high: looks.map((look) => look.hi),
          tone: 1,
        },
      ]}
      marks={stop < 0 ? [] : [{ at: stop, text: 'excludes zero', tone: 3 }]}
    />
  );
}

/** Causal graph. */
export function DiscoverPlots({ result, run }: PlotProps<'causal.discover'>) {
  const [directed, undirected] = [pairsOf(result.directed), pairsOf(result.undirected)];
  if (directed.length + undirected.length === 0) return <p>No dependencies between the variables were found.</p>;
  return <CauseGraph directed={directed} undirected={undirected} fileName={`${fileName(run)}-graph`} />;
}

function pairsOf(lists: readonly string[][]): (readonly [string, string])[] {
  return lists.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [[from, to] as const]));
}

/** Effects on rows, ascending. */
export function TreatmentPlots({ result, run }: PlotProps<'causal.treatment'>) {
  const effects = [...result.ite].sort((a, b) => a - b);
  if (effects.length < 2) return null;
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
        { name: 'Average', values: effects.map(() => result.ate), tone: 2, dashed: true },
      ]}
    />
  );
}
