import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { errorText } from '@/api/errors';
import { type Plan, type PlanStep, planApi, planQueries } from '@/api/plans';
import { KillSwitchButton, StoppedNotice } from '@/components/plans/kill-switch-card';
import { useRun } from '@/components/runs/use-run';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { cn } from '@/lib/cn';
import { plural } from '@/lib/format';
import { readable } from '@/lib/readable';
import { showToast } from '@/lib/toast';
import { actionKind, planState, riskWord, stepState } from './plan-words';
import { type ChangedLine, changedLines } from './step-change';

/** A plan: its steps with their changes, decisions and outcomes. */
export default function PlanPage() {
  const { id = '' } = useParams();
  const query = useQuery(planQueries.detail(id));
  return (
    <>
      <PageHeader
        eyebrow={
          <Link to="/plans" className="hover:text-foreground">
            Approvals
          </Link>
        }
        title={query.data?.title ?? 'Plan'}
        description={query.data?.reason || undefined}
        actions={<KillSwitchButton />}
      />
      <StoppedNotice />
      <QueryPanel query={query} fallback="Failed to load the plan.">
        {(plan) => <Body plan={plan} />}
      </QueryPanel>
    </>
  );
}

const AT_WORK = ['planning', 'running'];

function isOpen(step: PlanStep): boolean {
  return step.decision == null && step.outcome == null;
}

/** Returns true for a step executed by a person. */
function isTask(step: PlanStep): boolean {
  return step.kind === 'complete_task';
}

function Body({ plan }: { plan: Plan }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {AT_WORK.includes(plan.status) && plan.runId ? <Watch runId={plan.runId} /> : null}
      <StatusCard plan={plan} />
      {plan.blocked.length > 0 ? (
        <Callout tone="warning" title="Blocked steps">
          <ul className="mt-1 grid gap-0.5">
            {plan.blocked.map((each) => (
              <li key={each.id}>
                {each.id}: {each.reason}.
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {plan.steps.length > 0 ? (
        <Card aria-label="Steps">
          <CardHeader title="Steps" description="In order of execution. − marks removed lines, + added lines." />
          <ol className="divide-y divide-border pt-2">
            {plan.steps.map((step) => (
              <StepRow key={step.id} plan={plan} step={step} />
            ))}
          </ol>
        </Card>
      ) : null}
    </div>
  );
}

/** Follows the current run: the plan is refetched at each reported step and at the end. */
function Watch({ runId }: { runId: string }) {
  const queries = useQueryClient();
  const run = useRun(runId, () => {
    queries.invalidateQueries({ queryKey: ['plans'] });
  });
  const message = run.data?.progress?.message;
  useEffect(() => {
    if (message) queries.invalidateQueries({ queryKey: ['plans'] });
  }, [message, queries]);
  return null;
}

function useChange(plan: Plan) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ what, steps }: { what: 'approve' | 'reject' | 'apply' | 'undo'; steps: string[] }) => {
      if (what === 'apply') return planApi.apply(plan.id);
      return planApi[what](plan.id, steps);
    },
    onSuccess: () => {
      for (const noun of ['plans', 'opportunities', 'annotations', 'experiments']) {
        queries.invalidateQueries({ queryKey: [noun] });
      }
    },
    onError: (error) => showToast({ title: errorText(error), variant: 'destructive' }),
  });
}

function StatusCard({ plan }: { plan: Plan }) {
  const state = planState(plan.status);
  const deletions = plan.steps.filter((step) => isOpen(step) && step.risk === 'never_auto' && !isTask(step));
  const hasOpenTask = plan.steps.some((step) => isOpen(step) && isTask(step));
  return (
    <Card aria-label="Status" className="flex flex-wrap items-center justify-between gap-4 p-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2.5">
          <Badge tone={state.tone} dot>
            {state.label}
          </Badge>
          <span className="text-xs text-muted-foreground">
            <RelativeTime at={plan.updatedAt} />
          </span>
        </p>
        {plan.detail ? <p className="mt-1.5 text-pretty">{plan.detail}</p> : null}
        {hasOpenTask ? (
          <p className="mt-1 text-[0.8125rem] text-muted-foreground">
            Do the task below, then mark it as done: the change is recorded on that day, its effect is measured, and the
            steps that wait for it can be approved.
          </p>
        ) : null}
        {deletions.length > 0 ? (
          <p className="mt-1 text-[0.8125rem] text-muted-foreground">
            {plural(deletions.length, 'deletion')} below: each needs its own approval.
          </p>
        ) : null}
      </div>
      <PlanButtons plan={plan} />
    </Card>
  );
}

/** Steps decided together with the whole plan: not deletions, and none that waits for an open task. */
function decidable({ steps }: Plan): PlanStep[] {
  const waiting = new Set(steps.filter((step) => isOpen(step) && isTask(step)).map(({ id }) => id));
  return steps.filter(
    (step) => isOpen(step) && step.risk !== 'never_auto' && !step.dependsOn.some((id) => waiting.has(id)),
  );
}

function PlanButtons({ plan }: { plan: Plan }) {
  const change = useChange(plan);
  const act = (what: 'approve' | 'reject' | 'apply') => change.mutate({ what, steps: [] });
  const open = decidable(plan);
  // Safe steps need no approval; they are counted only if there are no others.
  const asking = open.filter((step) => step.risk !== 'safe_auto');
  const canResume =
    plan.status === 'halted' && plan.steps.some((step) => step.decision === 'approved' && step.outcome == null);
  const isBusy = AT_WORK.includes(plan.status);
  return (
    <div className="flex flex-wrap gap-2">
      {isBusy ? null : <UndoPlan plan={plan} />}
      {canResume ? (
        <Button size="sm" busy={change.isPending} needsNetwork onClick={() => act('apply')}>
          Resume plan
        </Button>
      ) : null}
      {open.length > 0 && !isBusy ? (
        <>
          <Button variant="outline" size="sm" disabled={change.isPending} needsNetwork onClick={() => act('reject')}>
            Reject all
          </Button>
          <Button size="sm" busy={change.isPending} needsNetwork onClick={() => act('approve')}>
            Approve {plural(asking.length || open.length, 'step')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

function UndoPlan({ plan }: { plan: Plan }) {
  const change = useChange(plan);
  const [isAsking, setAsking] = useState(false);
  const done = plan.steps.filter((step) => step.doneAt != null && step.takenBackAt == null);
  if (done.length === 0) return null;
  return (
    <>
      <Button variant="outline" size="sm" needsNetwork onClick={() => setAsking(true)}>
        Undo plan
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => change.mutate({ what: 'undo', steps: [] }, { onSettled: () => setAsking(false) })}
        busy={change.isPending}
        title={`Undo ${plural(done.length, 'step')}?`}
        text="Steps are undone in reverse order. Anything changed since then stays as it is and is reported."
        action="Undo steps"
      />
    </>
  );
}

function StepRow({ plan, step }: { plan: Plan; step: PlanStep }) {
  const change = useChange(plan);
  const state = stepState(step);
  const risk = riskWord(step.risk, step.kind);
  const isAfterTask = plan.steps.some((other) => isTask(other) && isOpen(other) && step.dependsOn.includes(other.id));
  const about = <span className="sr-only">: {step.subject}</span>;
  const isBusy = AT_WORK.includes(plan.status);
  return (
    <li className="grid gap-3 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">{actionKind(step.kind)}</p>
          {step.subject === plan.title ? null : (
            <p className="text-pretty text-muted-foreground">{readable(step.subject)}</p>
          )}
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-xs text-muted-foreground">
            <Badge tone={state.tone} dot>
              {state.label}
            </Badge>
            <Badge tone={risk.tone}>{risk.label}</Badge>
            {step.isCanary ? <Badge tone="info">Canary</Badge> : null}
            {step.decidedAt ? (
              <span>
                {step.decision} by {step.decidedBy ?? 'a former member'} <RelativeTime at={step.decidedAt} />
              </span>
            ) : null}
          </p>
        </div>
        {isOpen(step) && !isBusy && !isAfterTask ? (
          <div className="flex gap-2">
            <Button
              variant="ghost"
              size="sm"
              disabled={change.isPending}
              needsNetwork
              onClick={() => change.mutate({ what: 'reject', steps: [step.id] })}
            >
              {isTask(step) ? 'Cannot be done' : 'Reject'}
              {about}
            </Button>
            <Button
              variant="outline"
              size="sm"
              busy={change.isPending}
              needsNetwork
              onClick={() => change.mutate({ what: 'approve', steps: [step.id] })}
            >
              {isTask(step) ? 'Mark as done' : 'Approve'}
              {about}
            </Button>
          </div>
        ) : null}
      </div>
      <Diff step={step} />
      {step.detail ? <p className="text-[0.8125rem] text-muted-foreground">{step.detail}</p> : null}
    </li>
  );
}

/** Changes of a step, line by line, with signs as a second cue. */
function Diff({ step }: { step: PlanStep }) {
  const removed = changedLines(step.removed);
  const added = changedLines(step.added);
  if (removed.length + added.length === 0) return null;
  return (
    <section
      aria-label={`Changes: ${step.subject}`}
      className="grid gap-1 rounded-md border border-border bg-muted/50 p-3 text-[0.8125rem]"
    >
      <Lines lines={removed} sign="−" className="text-destructive" />
      <Lines lines={added} sign="+" className="text-success" />
    </section>
  );
}

function Lines({ lines, sign, className }: { lines: readonly ChangedLine[]; sign: string; className: string }) {
  return lines.map(({ name, value }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no identity and never move
    <p key={index} className={cn('flex gap-2 wrap-anywhere', className)}>
      <span className="w-3 shrink-0 text-center">{sign}</span>
      <span className="whitespace-pre-wrap">
        {name ? <span className="font-medium">{name}: </span> : null}
        {readable(value)}
      </span>
    </p>
  ));
}
