import { useQuery } from '@tanstack/react-query';
import { Play, SlidersHorizontal } from 'lucide-react';
import { engineQueries } from '@/api/engines';
import type { Run, Website } from '@/api/types';
import { useExecute } from '@/components/engines/use-execute';
import { RunProgress } from '@/components/runs/run-progress';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatDuration } from '@/lib/format';
import { formFields, readForm } from '@/lib/json-schema';
import { readParameters } from './remembered-parameters';

/** The newest run: its progress with Cancel, its failure with Retry, or when it ended; and the way to the next. */
export function RunStrip({
  website,
  run,
  isUnderWay,
  onStarted,
  onParameters,
}: {
  website: Website;
  run: Run | null;
  isUnderWay: boolean;
  onStarted: (run: Run) => void;
  onParameters: () => void;
}) {
  const trouble = run !== null && (run.status === 'failed' || run.status === 'cancelled');
  if (run && (isUnderWay || trouble)) {
    return (
      <Card className="px-5 py-2">
        <RunProgress key={run.id} runId={run.id} title="Keyword analysis" onRetried={onStarted} />
      </Card>
    );
  }
  return (
    <Card className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-2.5">
      <p className="text-[0.8125rem] text-muted-foreground">
        {run ? (
          <>
            Analysed <RelativeTime at={run.finishedAt} />, in {formatDuration(run.durationMs)}
          </>
        ) : (
          'Not analysed yet'
        )}
        {isOutdated(run, website) ? (
          <span className="text-warning">. Data was imported since: run it again.</span>
        ) : null}
      </p>
      <div className="flex items-center gap-2">
        <Button variant="ghost" size="sm" onClick={onParameters}>
          <SlidersHorizontal size={14} aria-hidden="true" />
          Parameters
        </Button>
        <RunButton website={website} onStarted={onStarted} />
      </div>
    </Card>
  );
}

/** True when the tables do not hold the newest import. */
export function isOutdated(run: Run | null, website: Website): boolean {
  return Boolean(run?.startedAt && website.lastImportAt && website.lastImportAt > run.startedAt);
}

/** Runs at once, with the parameters of the last time. */
export function RunButton({ website, onStarted }: { website: Website; onStarted: (run: Run) => void }) {
  const execute = useExecute({ onStarted });
  const schema = useQuery(engineQueries.parameters('keyword'));
  const run = () => {
    const { parameters } = readForm(formFields(schema.data ?? {}), readParameters(website.id));
    execute.mutate({ engineId: 'keyword', action: 'analyse', websiteId: website.id, parameters });
  };
  return (
    <Button size="sm" busy={execute.isPending} onClick={run}>
      {execute.isPending ? null : <Play size={13} aria-hidden="true" />}
      Run analysis
    </Button>
  );
}
