import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActionParameters } from '@/api/engine-results';
import { engineApi, engineQueries } from '@/api/engines';
import { errorText } from '@/api/errors';
import { keywordQueries } from '@/api/keywords';
import type { Run } from '@/api/types';
import { RunProgress } from '@/components/runs/run-progress';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { rememberParameters } from '@/lib/remembered-parameters';
import { failures } from '@/lib/strings';
import { KEYWORD_ACTION, KEYWORD_ENGINE } from './keyword-engine';
import { centsOf } from './lead-value';

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
  const [ended, setEnded] = useState<Run | null>(null);
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
      {websiteId === '' ? <NoData onBack={onBack} /> : null}
      {runId ? (
        <div className="rounded-lg border border-border bg-card p-6">
          <RunProgress runId={runId} onFinished={finish} />
        </div>
      ) : (
        <StartForm websiteId={websiteId} onStarted={onStarted} />
      )}
      {ended ? (
        <Button className="mt-8" onClick={onContinue}>
          {ended.status === 'succeeded' ? 'See what it found' : 'Go on'}
        </Button>
      ) : null}
    </>
  );
}

function NoData({ onBack }: { onBack: () => void }) {
  const back = (
    <Button size="sm" variant="outline" onClick={onBack}>
      Back
    </Button>
  );
  return (
    <Callout tone="warning" title="There is no data yet" action={back} className="mb-5">
      The engine needs an import, or the sample data.
    </Callout>
  );
}

function StartForm({ websiteId, onStarted }: { websiteId: string; onStarted: (runId: string) => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const [lead, setLead] = useState('');
  const cents = centsOf(lead);
  const parameters: ActionParameters<'keyword.analyse'> | undefined = cents ? { valuePerLeadCents: cents } : undefined;
  const start = useMutation({
    mutationFn: () =>
      engineApi.execute({
        engineId: KEYWORD_ENGINE,
        action: KEYWORD_ACTION,
        websiteId,
        idempotencyKey: `${key}:${cents ?? ''}`,
        ...(parameters ? { parameters } : {}),
      }),
    onSuccess: ({ run }) => {
      if (cents) rememberParameters(KEYWORD_ENGINE, websiteId, { valuePerLeadCents: lead });
      onStarted(run.id);
    },
  });
  return (
    <form
      className="grid max-w-md gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (cents !== undefined) start.mutate();
      }}
    >
      <Field
        label="What is one lead worth to you, in dollars? (optional)"
        error={cents === undefined ? 'Give an amount such as 120 or 120.50' : null}
        hint="With it, findings are told in money. Without it, in clicks."
      >
        {(control) => (
          <Input {...control} inputMode="decimal" value={lead} onChange={(event) => setLead(event.target.value)} />
        )}
      </Field>
      {start.isError ? <Callout tone="danger" title={errorText(start.error, failures.executeEngine)} /> : null}
      <div>
        <Button type="submit" busy={start.isPending} disabled={websiteId === '' || cents === undefined}>
          Start the engine
        </Button>
      </div>
    </form>
  );
}
