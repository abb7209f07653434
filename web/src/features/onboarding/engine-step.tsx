import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { engineApi, engineQueries } from '@/api/engines';
import { errorText } from '@/api/errors';
import { keywordQueries } from '@/api/keywords';
import type { Run } from '@/api/types';
import { websiteApi, websiteQueries } from '@/api/websites';
import { RunProgress } from '@/components/runs/run-progress';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { failures } from '@/lib/strings';
import { KEYWORD_ACTION, KEYWORD_ENGINE } from './keyword-engine';
import { centsOf } from './lead-value';

/** Starts the keyword engine on the imported data and shows its progress. */
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
        description="It finds valuable keywords within reach and the pages they need."
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
          {ended.status === 'succeeded' ? 'Show results' : 'Continue'}
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
    <Callout tone="warning" title="No data yet" action={back} className="mb-5">
      Import an export or use the sample data to run the engine.
    </Callout>
  );
}

function StartForm({ websiteId, onStarted }: { websiteId: string; onStarted: (runId: string) => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const queries = useQueryClient();
  const website = useQuery({ ...websiteQueries.detail(websiteId), enabled: websiteId !== '' });
  const stored = website.data?.settings.valuePerLeadCents;
  const [typed, setLead] = useState<string | null>(null);
  const lead = typed ?? (stored ? String(stored / 100) : '');
  const cents = centsOf(lead);
  const start = useMutation({
    mutationFn: async () => {
      const settings = website.data?.settings;
      if (settings && cents !== undefined && cents !== settings.valuePerLeadCents) {
        const answer = await websiteApi.update(websiteId, { settings: { ...settings, valuePerLeadCents: cents } });
        queries.setQueryData(websiteQueries.detail(websiteId).queryKey, answer);
        queries.invalidateQueries({ queryKey: websiteQueries.list().queryKey });
      }
      return engineApi.execute({
        engineId: KEYWORD_ENGINE,
        action: KEYWORD_ACTION,
        websiteId,
        idempotencyKey: `${key}:${cents ?? ''}`,
      });
    },
    onSuccess: ({ run }) => onStarted(run.id),
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
        label="Value per lead, $ (optional)"
        error={cents === undefined ? 'Enter an amount, e.g. 120 or 120.50' : null}
        hint="With it, results show monthly values. Without it, they show clicks. It is saved in the website settings."
      >
        {(control) => (
          <Input {...control} inputMode="decimal" value={lead} onChange={(event) => setLead(event.target.value)} />
        )}
      </Field>
      {start.isError ? <Callout tone="danger" title={errorText(start.error, failures.executeEngine)} /> : null}
      <div>
        <Button
          type="submit"
          busy={start.isPending}
          disabled={websiteId === '' || website.isPending || cents === undefined}
        >
          Run engine
        </Button>
      </div>
    </form>
  );
}
