import { useQuery } from '@tanstack/react-query';
import { RotateCcw, X } from 'lucide-react';
import { isFinished, runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { FailureText } from '@/components/states/failure-text';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import { StateBadge } from '@/components/ui/state-badge';
import { formatDuration } from '@/lib/format';
import { readable } from '@/lib/readable';
import { runName, stageText } from './run-words';
import { useRunActions } from './use-run';

const SHOWN = 5;

/** Query of the list, which other components can share without another request. */
export function recentRunsQuery(websiteId?: string, limit = SHOWN) {
  return runQueries.list({ ...(websiteId ? { websiteId } : {}), limit });
}

/** Latest runs, newest first: running ones can be cancelled, failed ones retried. */
export function RecentRuns({ websiteId, limit = SHOWN }: { websiteId?: string; limit?: number }) {
  const runs = useQuery(recentRunsQuery(websiteId, limit));
  return (
    <QueryPanel
      query={runs}
      fallback="Failed to load the runs."
      loading={<LoadingRows rows={4} className="px-0" />}
      isEmpty={(page) => page.runs.length === 0}
      empty={<EmptyPanel className="py-8" title="No runs yet" text="Imports and engine runs appear here." />}
    >
      {(page) => (
        <ul className="divide-y divide-border">
          {page.runs.slice(0, limit).map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      )}
    </QueryPanel>
  );
}

function RunRow({ run }: { run: Run }) {
  const { cancel, retry } = useRunActions();
  const underWay = !isFinished(run);
  const name = runName(run);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 py-2.5">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate font-medium">{name}</p>
          <p className="truncate text-[0.8125rem] text-muted-foreground">
            {underWay ? stageText(run) : <When run={run} />}
          </p>
        </div>
        <div className="flex shrink-0 items-center gap-1.5">
          <StateBadge state={run.status} />
          {underWay ? (
            <Button
              needsNetwork
              variant="ghost"
              size="icon-sm"
              aria-label={`Cancel: ${name}`}
              title="Cancel"
              busy={cancel.isPending}
              onClick={() => cancel.mutate(run.id)}
            >
              {cancel.isPending ? null : <X size={14} aria-hidden="true" />}
            </Button>
          ) : null}
          {run.status === 'failed' || run.status === 'cancelled' ? (
            <Button
              needsNetwork
              variant="ghost"
              size="icon-sm"
              aria-label={`Retry: ${name}`}
              title="Retry"
              busy={retry.isPending}
              onClick={() => retry.mutate(run.id)}
            >
              {retry.isPending ? null : <RotateCcw size={14} aria-hidden="true" />}
            </Button>
          ) : null}
        </div>
      </div>
      {underWay ? <Progress value={run.status === 'queued' ? null : run.progress.percent} label={name} /> : null}
      {run.error && run.status === 'failed' ? <FailureText text={readable(run.error.detail)} /> : null}
    </li>
  );
}

function When({ run }: { run: Run }) {
  return (
    <>
      <RelativeTime at={run.finishedAt ?? run.createdAt} />
      {run.durationMs === null ? null : `, took ${formatDuration(run.durationMs)}`}
    </>
  );
}
