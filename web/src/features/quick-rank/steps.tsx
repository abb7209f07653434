import { Check, Circle } from 'lucide-react';
import type { PageAudit } from '@/api/page-audits';
import type { Run } from '@/api/types';
import { useRun, useRunActions } from '@/components/runs/use-run';
import { ErrorPanel } from '@/components/states/panels';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { Skeleton } from '@/components/ui/skeleton';
import { Spinner } from '@/components/ui/spinner';
import { STEPS, stepsDone } from './words';

/** The steps of an audit while it runs; its failure with Retry afterwards. */
export function Steps({ audit, canChange, onEnded }: { audit: PageAudit; canChange: boolean; onEnded: () => void }) {
  const query = useRun(audit.runId, onEnded);
  const { cancel, retry } = useRunActions(onEnded);
  const run = query.data;
  if (!run) {
    if (query.isError) return <ErrorPanel error={query.error} onRetry={() => query.refetch()} />;
    return <Skeleton className="h-64 rounded-lg" />;
  }
  if (run.status === 'failed' || run.status === 'cancelled') {
    return (
      <Callout
        tone={run.status === 'failed' ? 'danger' : 'info'}
        title={run.status === 'failed' ? 'The audit failed' : 'The audit was cancelled'}
        action={
          canChange ? (
            <Button
              variant="outline"
              size="sm"
              needsNetwork
              busy={retry.isPending}
              onClick={() => retry.mutate(run.id)}
            >
              Retry audit
            </Button>
          ) : null
        }
      >
        {run.error?.detail}
      </Callout>
    );
  }
  return (
    <Card aria-label="Audit in progress" aria-busy="true">
      <CardHeader
        title={audit.url}
        description={`Keyword: ${audit.keyword}. The audit takes a minute at most.`}
        actions={
          canChange ? (
            <Button
              variant="outline"
              size="sm"
              needsNetwork
              busy={cancel.isPending}
              onClick={() => cancel.mutate(run.id)}
            >
              Cancel audit
            </Button>
          ) : null
        }
      />
      <CardBody className="grid gap-4">
        <Progress value={run.status === 'queued' ? null : run.progress.percent} label="Audit of the page" />
        <StepList run={run} />
      </CardBody>
    </Card>
  );
}

function StepList({ run }: { run: Run }) {
  const isWaiting = run.status === 'queued';
  const now = isWaiting ? -1 : stepsDone(run.progress.stage);
  return (
    <>
      <ol className="grid gap-2.5">
        {STEPS.map((step, at) => (
          <Step
            key={step.stage}
            label={step.label}
            state={at < now ? 'done' : at === now ? 'now' : 'later'}
            message={run.progress.message}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {isWaiting ? 'Waiting for a worker' : `Step ${now + 1} of ${STEPS.length}: ${STEPS[now]?.label ?? ''}`}
      </p>
    </>
  );
}

const MARKS = {
  done: <Check size={15} aria-hidden="true" className="text-success" />,
  now: <Spinner className="text-brand" />,
  later: <Circle size={10} aria-hidden="true" className="text-muted-foreground" />,
};

function Step({ label, state, message }: { label: string; state: keyof typeof MARKS; message: string }) {
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className="grid grid-cols-[1.25rem_minmax(0,1fr)] items-baseline gap-2.5"
    >
      <span className="grid h-5 place-items-center self-start">{MARKS[state]}</span>
      <span className={state === 'later' ? 'text-muted-foreground' : undefined}>
        {label}
        {state === 'done' ? <span className="sr-only"> (done)</span> : null}
        {state === 'now' && message ? (
          <span className="block truncate text-xs text-muted-foreground">{message}</span>
        ) : null}
      </span>
    </li>
  );
}
