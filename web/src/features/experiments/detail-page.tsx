import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { downloadFile } from '@/api/download';
import { errorText } from '@/api/errors';
import {
  type Experiment,
  type ExperimentArmOutcome,
  type ExperimentOutcome,
  type ExperimentPower,
  experimentApi,
  experimentQueries,
} from '@/api/experiments';
import { LineFigure } from '@/components/charts/line-figure';
import { formatProbability } from '@/components/engines/result/value';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Fold } from '@/components/ui/fold';
import { LOADING_LINE, PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDate, formatMoney, formatNumber, formatPercent, plural } from '@/lib/format';
import { readable } from '@/lib/readable';
import { showToast } from '@/lib/toast';
import { humanise } from '@/lib/words';
import { answerText, effectText, intervalText, metricWord, signed, verdictWord } from './verdict-words';

/** An experiment: power analysis, observed and expected values, outcome. */
export default function ExperimentPage() {
  const { id = '' } = useParams();
  const query = useQuery(experimentQueries.detail(id));
  return (
    <>
      <PageHeader
        eyebrow={
          <Link to="/experiments" className="hover:text-foreground">
            Experiments
          </Link>
        }
        title={query.data?.title ?? 'Experiment'}
        description={query.data ? what(query.data) : query.isPending ? LOADING_LINE : undefined}
        actions={query.data ? <Actions experiment={query.data} /> : null}
      />
      <QueryPanel query={query} fallback="Failed to load the experiment.">
        {(experiment) => <Body experiment={experiment} />}
      </QueryPanel>
    </>
  );
}

function what(experiment: Experiment): string {
  const unit = { site: 'the whole site', page: 'pages', query: 'queries' }[experiment.unit] ?? experiment.unit;
  const sites = experiment.arms.length;
  const where = sites > 1 ? ` on ${plural(sites, 'website')}` : '';
  const how = experiment.design === 'split' ? 'Randomized pages' : `Before and after, ${unit}`;
  return `${how}${where}: ${metricWord(experiment.metric)} per day, ${plural(experiment.days, 'day')} from ${formatDate(experiment.startsOn)}.`;
}

function Actions({ experiment }: { experiment: Experiment }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const fail = (error: unknown) => showToast({ title: errorText(error), variant: 'destructive' });
  const judge = useMutation({
    mutationFn: () => experimentApi.judge(experiment.id),
    onSuccess: ({ run }) => {
      queries.invalidateQueries({ queryKey: ['experiments'] });
      if (run.status === 'failed') showToast({ title: run.error?.detail ?? 'It failed', variant: 'destructive' });
    },
    onError: fail,
  });
  const remove = useMutation({
    mutationFn: () => experimentApi.remove(experiment.id),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: ['experiments'] });
      navigate('/experiments');
    },
    onError: fail,
  });
  const save = () =>
    downloadFile(experimentApi.daysFile(experiment.id, 'csv'), `experiment-${experiment.startsOn}.csv`);
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Button variant="outline" size="sm" onClick={() => save().catch(fail)}>
        Export days
      </Button>
      <Button size="sm" busy={judge.isPending} onClick={() => judge.mutate()}>
        Evaluate again
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        title="Delete this experiment?"
        text="Its power analysis and verdict are deleted, too. The change stays in the change log."
        action="Delete"
      />
    </>
  );
}

function Body({ experiment }: { experiment: Experiment }) {
  const { power, outcome, verdict } = experiment;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {experiment.hypothesis ? (
        <p className="max-w-prose text-pretty">
          <span className="text-muted-foreground">Hypothesis: </span>
          {experiment.hypothesis}
        </p>
      ) : null}
      {outcome ? <VerdictCard experiment={experiment} outcome={outcome} verdict={verdict ?? null} /> : <NoOutcome />}
      {outcome?.arms.map((arm) => (
        <ArmCard key={arm.websiteId} arm={arm} metric={metricWord(experiment.metric)} />
      ))}
      {power ? <PowerCard power={power} days={experiment.days} metric={metricWord(experiment.metric)} /> : null}
      <SidesCard experiment={experiment} />
    </div>
  );
}

function NoOutcome() {
  return (
    <Card>
      <EmptyPanel
        title="No outcome yet"
        text="Import data with days before and after the change, then choose Evaluate again."
        className="py-8"
      />
    </Card>
  );
}

function VerdictCard({
  experiment,
  outcome,
  verdict,
}: {
  experiment: Experiment;
  outcome: ExperimentOutcome;
  verdict: string | null;
}) {
  const word = verdictWord(verdict);
  return (
    <Card aria-label="Verdict" className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={word.tone} dot className="text-sm">
          {word.label}
        </Badge>
        <span className="tabular text-lg font-semibold text-pretty">
          {answerText(outcome.relative, metricWord(experiment.metric), verdict)}
        </span>
        {outcome.isPreliminary ? <Badge tone="warning">preliminary, until {formatDate(outcome.until)}</Badge> : null}
      </div>
      <p className="text-muted-foreground">
        {outcome.relative ? intervalText(outcome.relative) : ''}
        {word.meaning}
      </p>
      <p className="font-medium">{outcome.decision}</p>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 text-[0.8125rem] sm:grid-cols-4">
        <Fact name="p-value">{formatProbability(outcome.p)}</Fact>
        <Fact name="Data until">{formatDate(outcome.until)}</Fact>
        <Fact name="Monthly value">
          {outcome.worth
            ? `${formatMoney(outcome.worth.effectCents)} (${formatMoney(outcome.worth.loCents)} to ${formatMoney(outcome.worth.hiCents)})`
            : experiment.centsPerUnit == null
              ? 'unknown: the experiment has no value per unit'
              : 'no effect shown'}
        </Fact>
        <Fact name="Evaluated">
          <RelativeTime at={experiment.judgedAt ?? experiment.updatedAt} />
        </Fact>
        {outcome.pooled ? (
          <Fact name="Pooled across websites">
            {effectText(outcome.pooled.relative)}; {formatPercent(outcome.pooled.iSquared, 0)} of the differences
            between them is not chance
          </Fact>
        ) : null}
      </dl>
      <Fold className="text-[0.8125rem] text-muted-foreground" title="Method and assumptions">
        <ul className="mt-2 grid gap-1">
          {outcome.assumptions.map((each) => (
            <li key={each}>{each}</li>
          ))}
          <li>
            {outcome.method}, version {outcome.methodVersion}
          </li>
        </ul>
      </Fold>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="tabular mt-0.5">{children}</dd>
    </div>
  );
}

const whole = (value: number) => formatNumber(value, Math.abs(value) < 10 ? 1 : 0);

function ArmCard({ arm, metric }: { arm: ExperimentArmOutcome; metric: string }) {
  const { days } = arm;
  const start = days.findIndex((day) => day.expected != null);
  const column = (pick: (day: (typeof days)[number]) => number | null | undefined) =>
    days.map((day) => pick(day) ?? null);
  return (
    <Card aria-label={`Outcome on ${arm.site}`} className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <LineFigure
        title={`${arm.site}: observed and expected`}
        description={`${humanise(metric)} per day. Expected: the estimate without the change, with its 95% interval.`}
        fileName={`experiment-${arm.site}`}
        xs={days.map((_, index) => index)}
        xText={(index) => formatDate(days[index]?.day)}
        yText={whole}
        lines={[
          { name: 'Observed', values: column((day) => day.observed), tone: 8 },
          { name: 'Expected', values: column((day) => day.expected), tone: 1, dashed: true },
        ]}
        bands={[{ name: '95% interval', low: column((day) => day.lo), high: column((day) => day.hi), tone: 1 }]}
        marks={start >= 0 ? [{ at: start, text: 'change', tone: 4 }] : []}
      />
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 text-[0.8125rem] sm:grid-cols-4">
        <Fact name="Verdict">{verdictWord(arm.verdict).label}</Fact>
        <Fact name="Daily effect">
          {whole(arm.daily.effect)} ({whole(arm.daily.lo)} to {whole(arm.daily.hi)})
        </Fact>
        <Fact name="Total effect">
          {whole(arm.total.effect)} ({whole(arm.total.lo)} to {whole(arm.total.hi)})
        </Fact>
        <Fact name="Treatment and control size">
          {arm.targets} and {arm.controls}
        </Fact>
        {arm.permutationP == null ? null : (
          <Fact name="Permutation p-value">{formatProbability(arm.permutationP)}</Fact>
        )}
        {arm.trendP == null ? null : <Fact name="Parallel trends p-value">{formatProbability(arm.trendP)}</Fact>}
      </dl>
      <Placebos arm={arm} />
      {arm.overlapping.length > 0 ? (
        <Callout tone="warning" title="Changes at the same time">
          {arm.overlapping.join('; ')}
        </Callout>
      ) : null}
      {arm.notes.length > 0 ? (
        <ul className="grid gap-1 text-[0.8125rem] text-muted-foreground">
          {arm.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

/** Placebo tests: an effect that they show too is not real. */
function Placebos({ arm }: { arm: ExperimentArmOutcome }) {
  const { placebos } = arm;
  if (!placebos) {
    return (
      <p className="text-[0.8125rem] text-muted-foreground">Not enough data before the change for placebo tests.</p>
    );
  }
  const all = [...placebos.inTime, ...placebos.inSpace];
  const text = (effects: number[]) => (effects.length === 0 ? 'none' : effects.map(signed).join(', '));
  return (
    <Fold
      className="text-[0.8125rem]"
      title={
        <span>
          {plural(all.length, 'placebo test')}: {formatPercent(placebos.falseShare, 0)} show an effect; p-value of the
          real change among them: {formatProbability(placebos.rankP)}
        </span>
      }
    >
      <dl className="mt-2 grid gap-2 text-muted-foreground">
        <Fact name="Placebos in time">{text(placebos.inTime)}</Fact>
        <Fact name="Placebos in the control group">{text(placebos.inSpace)}</Fact>
      </dl>
    </Fold>
  );
}

function PowerCard({ power, days, metric }: { power: ExperimentPower; days: number; metric: string }) {
  return (
    <Card aria-label="Power">
      <CardHeader
        title="Power analysis"
        description={
          power.smallest == null
            ? 'Based on the data before the start.'
            : `${plural(days, 'day')} detect an effect of ${formatPercent(power.smallest, 1)} or more with 80% power.`
        }
      />
      <div className="grid gap-5 p-5">
        {power.arms.map((arm) => (
          <div key={arm.websiteId} className="grid gap-2">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{arm.site}</span>
              {arm.smallest == null ? (
                <Badge tone="warning">Not enough data</Badge>
              ) : (
                <Badge tone={arm.isMeasurable ? 'success' : 'warning'}>{formatPercent(arm.smallest, 1)} or more</Badge>
              )}
              <span className="text-[0.8125rem] text-muted-foreground">
                {arm.mean == null ? '' : `${formatNumber(arm.mean, 1)} ${metric} per day over `}
                {plural(arm.daysBefore, 'day')}
              </span>
            </p>
            <p className="text-[0.8125rem] text-muted-foreground">{readable(arm.advice)}</p>
            {Object.keys(arm.daysFor).length > 0 ? <PowerTable arm={arm} /> : null}
          </div>
        ))}
      </div>
    </Card>
  );
}

function PowerTable({ arm }: { arm: ExperimentPower['arms'][number] }) {
  const effects = Object.keys(arm.daysFor).sort((a, b) => Number(a) - Number(b));
  return (
    <Table label={`Days needed on ${arm.site}`} className="max-w-lg">
      <thead>
        <tr>
          <Th className="pl-0">Effect</Th>
          <Th numeric>Days needed</Th>
          <Th numeric>Or websites needed</Th>
        </tr>
      </thead>
      <tbody>
        {effects.map((effect) => (
          <tr key={effect}>
            <Td className="pl-0">{formatPercent(Number(effect), 0)}</Td>
            <Td numeric>{arm.daysFor[effect] ?? 'more than a year'}</Td>
            <Td numeric>{formatNumber(arm.sitesFor[effect], 0)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function SidesCard({ experiment }: { experiment: Experiment }) {
  if (experiment.unit === 'site') return null;
  return (
    <Card aria-label="Groups">
      <CardHeader title="Treatment and control" description="The pages or queries that are compared." />
      <div className="grid gap-5 p-5">
        {experiment.arms.map((arm) => (
          <div key={arm.websiteId} className="grid gap-4 sm:grid-cols-2">
            <Side name="Treatment group" list={arm.targets} none="chosen by the next run" />
            <Side name="Control group" list={arm.controls} none="the others with the most data" />
          </div>
        ))}
      </div>
    </Card>
  );
}

function Side({ name, list, none }: { name: string; list: string[]; none: string }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted-foreground">{name}</p>
      {list.length === 0 ? <p className="mt-1 text-[0.8125rem]">{none}</p> : null}
      <ul className="mt-1 grid max-h-64 gap-0.5 overflow-y-auto text-[0.8125rem]">
        {list.map((each) => (
          <li key={each} className="break-words">
            {each}
          </li>
        ))}
      </ul>
    </div>
  );
}
