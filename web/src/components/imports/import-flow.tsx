import { useQuery } from '@tanstack/react-query';
import type { Import, Website } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { RunProgress } from '@/components/runs/run-progress';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { failures } from '@/lib/strings';
import { ImportDropzone } from './import-dropzone';
import { ImportPreview } from './import-preview';
import { ImportResult } from './import-result';
import { SampleOffer } from './sample-offer';
import { UploadProgress } from './upload-progress';
import { type Upload, type Uploads, useUploads } from './use-uploads';

/**
 * Imports files: selection, upload, preview, run and result, separately for each import. `onImported` is called with
 * the last import when none is open; without `websiteId` each preview asks for the website of the rows.
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
  const websites = useQuery(websiteQueries.list());
  const uploads = useUploads(websiteId, onImported);
  const isEmpty = uploads.uploads.length === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isEmpty ? null : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label="Uploads">
          {uploads.uploads.map((upload) => (
            <li key={upload.id}>
              <UploadItem upload={upload} uploads={uploads} websites={websites.data ?? []} websiteId={websiteId} />
            </li>
          ))}
        </ul>
      )}
      <ImportDropzone isCompact={!isEmpty} onFiles={uploads.add} />
      {offerSample && isEmpty ? <SampleOffer onStarted={uploads.addStarted} /> : null}
    </div>
  );
}

function UploadItem({
  upload,
  uploads,
  websites,
  websiteId,
}: {
  upload: Upload;
  uploads: Uploads;
  websites: readonly Website[];
  websiteId: string | undefined;
}) {
  const { id, stage } = upload;
  const remove = () => uploads.remove(id);
  switch (stage.name) {
    case 'uploading':
      return <UploadProgress title={upload.title} bytes={upload.bytes} share={stage.share} />;
    case 'refused':
      return <Refused title={upload.title} reason={stage.reason} onRemove={remove} />;
    case 'preview':
      return (
        <ImportPreview
          uploaded={stage.uploaded}
          websites={websites}
          websiteId={websiteId}
          onCommitted={(started) => uploads.follow(id, started)}
          onCancel={remove}
        />
      );
    case 'running':
      return (
        <div className="grid gap-3 rounded-lg border border-border px-4 py-3">
          <RunProgress
            runId={stage.run.id}
            title={`Import of ${stage.record.fileName}`}
            onFinished={(run) => uploads.finish(id, stage.record, run)}
            onRetried={(run) => uploads.show(id, { ...stage, run, hasFailed: false })}
          />
          {stage.hasFailed ? (
            <div>
              <Button variant="ghost" size="sm" onClick={remove}>
                Remove file
              </Button>
            </div>
          ) : null}
        </div>
      );
    case 'done':
      return <ImportResult record={stage.record} onHide={remove} />;
  }
}

function Refused({ title, reason, onRemove }: { title: string; reason: string; onRemove: () => void }) {
  return (
    <Callout
      tone="danger"
      title={failures.upload}
      action={
        <Button variant="outline" size="sm" onClick={onRemove}>
          Remove file <span className="sr-only">{title}</span>
        </Button>
      }
    >
      {reason === failures.upload ? `Choose ${title} again to retry.` : reason}
    </Callout>
  );
}
