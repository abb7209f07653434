import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportStarted, importQueries } from '@/api/imports';
import type { Import, Run } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { RunProgress } from '@/components/runs/run-progress';
import { Button } from '@/components/ui/button';
import { ImportDropzone } from './import-dropzone';
import { ImportPreview } from './import-preview';
import { ImportResult } from './import-result';
import { SampleOffer } from './sample-offer';

type Step =
  | { name: 'choose' }
  | { name: 'preview'; record: Import }
  | { name: 'running'; record: Import; run: Run }
  | { name: 'done'; record: Import };

/**
 * The way of one file into the product: choose, upload, preview, run, result. `onImported` is told when rows were
 * taken in; without `websiteId` the preview asks which website the rows belong to.
 */
export function ImportPanel({
  websiteId,
  onImported,
  offerSample = true,
}: {
  websiteId?: string;
  onImported?: (record: Import) => void;
  offerSample?: boolean;
}) {
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const websites = useQuery(websiteQueries.list());
  const queries = useQueryClient();
  const restart = () => setStep({ name: 'choose' });
  const follow = (started: ImportStarted) => setStep({ name: 'running', record: started.import, run: started.run });

  /** Reads the record again, because the run has written how many rows it took and refused. */
  const finish = async (record: Import, run: Run) => {
    if (run.status !== 'succeeded') return;
    const options = { ...importQueries.detail(record.id), staleTime: 0 };
    const latest = await queries.fetchQuery(options).catch(() => ({ import: record }));
    setStep({ name: 'done', record: latest.import });
    onImported?.({ ...latest.import, websiteId: latest.import.websiteId ?? run.websiteId ?? null });
  };

  switch (step.name) {
    case 'choose':
      return (
        <div className="grid gap-3">
          <ImportDropzone websiteId={websiteId} onUploaded={(record) => setStep({ name: 'preview', record })} />
          {offerSample ? <SampleOffer onStarted={follow} /> : null}
        </div>
      );
    case 'preview':
      return (
        <ImportPreview
          record={step.record}
          websites={websites.data ?? []}
          websiteId={websiteId}
          onCommitted={follow}
          onCancel={restart}
        />
      );
    case 'running':
      return (
        <div className="grid gap-3 rounded-lg border border-border px-4 py-3">
          <RunProgress
            runId={step.run.id}
            title={`Import of ${step.record.fileName}`}
            onFinished={(run) => finish(step.record, run)}
            onRetried={(run) => setStep({ ...step, run })}
          />
          <div>
            <Button variant="ghost" size="sm" onClick={restart}>
              Choose another file
            </Button>
          </div>
        </div>
      );
    case 'done':
      return <ImportResult record={step.record} onAgain={restart} />;
  }
}
