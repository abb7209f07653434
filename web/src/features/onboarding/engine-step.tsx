import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { engineApi, engineQueries } from '@/api/engines';
import { errorText } from '@/api/errors';
import { keywordQueries } from '@/api/keywords';
import type { Run } from '@/api/types';
import { RunProgress } from '@/components/runs/run-progress';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { PageHeader } from '@/components/ui/page-header';
import { failures } from '@/lib/strings';
import { KEYWORD_ACTION, KEYWORD_ENGINE } from './keyword-engine';

/** Starts the keyword engine on the imported data and shows it work. */
export function EngineStep({
  websiteId,
  runId,
  onStarted,
  onContinue,
  onBack,
}: {
  websiteId: string;
  runId: string;
  onStarted: (runId: string) => void;
  onContinue: () => void;
  onBack: () => void;
}) {
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const [ended, setEnded] = useState<Run | null>(null);
  const start = useMutation({
    mutationFn: () =>
      engineApi.execute({ engineId: KEYWORD_ENGINE, action: KEYWORD_ACTION, websiteId, idempotencyKey: key }),
    onSuccess: ({ run }) => onStarted(run.id),
  });
  const finish = (run: Run) => {
    setEnded(run);
    queries.invalidateQueries({ queryKey: engineQueries.all() });
    queries.invalidateQueries({ queryKey: keywordQueries.all() });
  };
  return (
    <>
      <PageHeader
        title="Run the keyword engine"
        description="It answers one question: which searches are worth winning, and what would it take?"
      />
      {websiteId === '' ? (
        <Callout tone="warning" title="There is no data yet" action={<BackButton onBack={onBack} />}>
          The engine needs an import, or the sample data.
        </Callout>
      ) : null}
      {start.isError ? <Callout tone="danger" title={errorText(start.error, failures.executeEngine)} /> : null}
      {runId ? (
        <div className="rounded-lg border border-border bg-card p-6">
          <RunProgress runId={runId} onFinished={finish} />
        </div>
      ) : (
        <Button className="mt-4" busy={start.isPending} disabled={websiteId === ''} onClick={() => start.mutate()}>
          Start the engine
        </Button>
      )}
      {ended ? (
        <Button className="mt-8" onClick={onContinue}>
          {ended.status === 'succeeded' ? 'See what it found' : 'Go on'}
        </Button>
      ) : null}
    </>
  );
}

function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <Button size="sm" variant="outline" onClick={onBack}>
      Back
    </Button>
  );
}
