import { Play, SlidersHorizontal } from 'lucide-react';
import type { Run, Website } from '@/api/types';
import { useExecute } from '@/components/engines/use-execute';
import { RunProgress } from '@/components/runs/run-progress';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatDuration } from '@/lib/format';

/** The newest run while there is something to see of it: its progress with Cancel, or its failure with Retry. */
export function RunStrip({ run, onStarted }: { run: Run | null; onStarted: (run: Run) => void }) {
  if (!run || run.status === 'succeeded') return null;
  return (
    <Card className="px-5 py-2">
      <RunProgress key={run.id} runId={run.id} title="Keyword analysis" onRetried={onStarted} />
    </Card>
  );
}

/** Time of the last analysis, and the button that runs it again. */
export function RunControls({
  website,
  run,
  isUnderWay,
  onStarted,
  onParameters,
}: {
  website: Website;
  /** The run that the tables come from. */
  run: Run | null;
  isUnderWay: boolean;
  onStarted: (run: Run) => void;
  onParameters: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <p className="mr-2 text-[0.8125rem] text-muted-foreground">
        {isOutdated(run, website) ? (
          <span className="text-warning">New data since the last run</span>
        ) : (
          <>
            Analyzed <RelativeTime at={run?.finishedAt} />
            {run?.durationMs == null ? '' : `, in ${formatDuration(run.durationMs)}`}
          </>
        )}
      </p>
      <Button variant="ghost" size="sm" onClick={onParameters}>
        <SlidersHorizontal size={14} aria-hidden="true" />
        Parameters
      </Button>
      <RunButton website={website} disabled={isUnderWay} onStarted={onStarted} />
    </div>
  );
}

/** True if the tables do not include the latest import. */
export function isOutdated(run: Run | null, website: Website): boolean {
  return Boolean(run?.startedAt && website.lastImportAt && website.lastImportAt > run.startedAt);
}

/** Runs at once, with the last used parameters. */
function RunButton({
  website,
  disabled,
  onStarted,
}: {
  website: Website;
  disabled: boolean;
  onStarted: (run: Run) => void;
}) {
  const execute = useExecute({ onStarted });
  const run = () => execute.mutate({ engineId: 'keyword', action: 'analyse', websiteId: website.id });
  return (
    <Button needsNetwork size="sm" busy={execute.isPending} disabled={disabled} onClick={run}>
      {execute.isPending ? null : <Play size={13} aria-hidden="true" />}
      Run analysis
    </Button>
  );
}
