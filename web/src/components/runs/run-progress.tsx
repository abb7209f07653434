import { CircleCheck, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { isFinished } from '@/api/runs';
import type { Run } from '@/api/types';
import { ErrorPanel } from '@/components/states/panels';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Progress } from '@/components/ui/progress';
import { Skeleton } from '@/components/ui/skeleton';
import { Spinner } from '@/components/ui/spinner';
import { formatDuration } from '@/lib/format';
import { readable } from '@/lib/readable';
import { runName, stageText } from './run-words';
import { useRun, useRunActions } from './use-run';

/**
 * A run from start to end: stage, progress and Cancel; then its outcome, with Retry after a failure. `title` replaces
 * the run's own name; `onFinished` is called once if the run ends while shown.
 */
export function RunProgress({
  runId,
  title,
  isReadOnly = false,
  onFinished,
  onRetried,
}: {
  runId: string;
  title?: string;
  /** Hides Cancel and Retry, for viewers of the workspace. */
  isReadOnly?: boolean;
  onFinished?: (run: Run) => void;
  /** Receives the run started by a retry, which may have a new id. */
  onRetried?: (run: Run) => void;
}) {
  const query = useRun(runId, onFinished);
  const { cancel, retry } = useRunActions(onRetried);
  const run = query.data;
  if (!run) {
    if (query.isError) return <ErrorPanel error={query.error} onRetry={() => query.refetch()} className="py-6" />;
    return <Skeleton className="h-17" />;
  }
  const name = title ?? runName(run);
  if (run.status === 'failed' || run.status === 'cancelled') {
    const onRetry = isReadOnly ? undefined : () => retry.mutate(run.id);
    return <Ended run={run} name={name} busy={retry.isPending} onRetry={onRetry} />;
  }
  if (isFinished(run)) return <Done run={run} name={name} />;
  const onCancel = isReadOnly ? undefined : () => cancel.mutate(run.id);
  return <UnderWay run={run} name={name} cancelling={cancel.isPending} onCancel={onCancel} />;
}

function UnderWay({
  run,
  name,
  cancelling,
  onCancel,
}: {
  run: Run;
  name: string;
  cancelling: boolean;
  onCancel?: () => void;
}) {
  const known = run.status === 'queued' ? null : run.progress.percent;
  return (
    <div className="grid min-h-17 grid-cols-[minmax(0,1fr)] content-center gap-2" aria-busy="true">
      <div className="flex items-center justify-between gap-3">
        <p className="flex min-w-0 items-center gap-2 font-medium">
          <Spinner className="text-brand" />
          <span className="truncate">{name}</span>
        </p>
        <span className="flex shrink-0 items-center gap-2">
          {known === null ? null : <span className="tabular text-muted-foreground">{Math.round(known)}%</span>}
          {onCancel ? (
            <Button variant="outline" size="sm" busy={cancelling} needsNetwork onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </span>
      </div>
      <Progress value={known} label={name} />
      <p role="status" className="truncate text-[0.8125rem] text-muted-foreground">
        {stageText(run)}
        {run.attempt > 1 ? ` (attempt ${run.attempt} of ${run.maxAttempts})` : ''}
      </p>
    </div>
  );
}

function Done({ run, name }: { run: Run; name: string }) {
  return (
    <EndLine icon={<CircleCheck size={16} aria-hidden="true" className="text-success" />}>
      {name}: finished in {formatDuration(run.durationMs)}
    </EndLine>
  );
}

function Ended({ run, name, busy, onRetry }: { run: Run; name: string; busy: boolean; onRetry?: () => void }) {
  const again = onRetry ? (
    <Button variant="outline" size="sm" busy={busy} needsNetwork onClick={onRetry}>
      Retry
    </Button>
  ) : null;
  if (run.status === 'failed') {
    return (
      <Callout tone="danger" title={`${name}: failed`} action={again}>
        {run.error ? readable(run.error.detail) : 'No reason was reported.'}
      </Callout>
    );
  }
  return (
    <EndLine icon={<CircleSlash size={16} aria-hidden="true" className="text-muted-foreground" />} action={again}>
      {name}: cancelled
    </EndLine>
  );
}

function EndLine({ icon, action, children }: { icon: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-17 items-center justify-between gap-3">
      <p role="status" className="flex items-center gap-2">
        {icon}
        {children}
      </p>
      {action}
    </div>
  );
}
