import { useQuery } from '@tanstack/react-query';
import { type ImportStarted, type ImportTarget, type ImportUploaded, importQueries } from '@/api/imports';
import type { Import, ImportFile, Website } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Fold } from '@/components/ui/fold';
import { Progress } from '@/components/ui/progress';
import { formatBytes } from '@/lib/format';
import { ColumnMapping } from './column-mapping';
import { CommitForm } from './commit-form';
import { ImportFileCard } from './import-file-card';
import { LeftOut } from './left-out';
import { MarketLine } from './market-line';
import { ReadingOptions } from './reading-options';

/**
 * Preview of an upload before its import: files, columns, market, warnings, rejected rows, and the choice of website.
 * `onCommitted` receives the run for a `RunProgress`.
 */
export function ImportPreview({
  uploaded,
  websites,
  websiteId,
  onCommitted,
  onCancel,
}: {
  /** Response of the upload. The preview of a large file may still be running. */
  uploaded: ImportUploaded;
  websites: readonly Website[];
  /** Initially selected website. */
  websiteId?: string | null;
  onCommitted: (started: ImportStarted) => void;
  onCancel: () => void;
}) {
  const latest = useLatest(uploaded);
  const { import: record } = latest;
  const { preview } = record;
  if (record.status === 'failed') return <NothingToRead reason={record.error} onCancel={onCancel} />;
  if (!preview) return <Looking record={record} onCancel={onCancel} />;
  const left = preview.files.reduce((sum, file) => sum + (file.rejected ?? 0), 0);
  const readable = preview.files.some((file) => file.kind !== 'unknown');
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 truncate font-medium">{record.fileName}</p>
        <p className="text-[0.8125rem] text-muted-foreground">{formatBytes(record.sizeBytes)}</p>
      </div>
      <MarketLine market={record.market} />
      {preview.warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          {warning}
        </Callout>
      ))}
      {preview.files.map((file) => (
        <ImportFileCard key={file.name} file={file}>
          <Assignment key={file.mapping?.fingerprint} record={record} file={file} targets={preview.targets} />
        </ImportFileCard>
      ))}
      <ReadingOptions key={`${record.id} ${record.market?.isComparison}`} record={record} />
      <LeftOut rows={left} reasons={preview.rejectReasons} examples={preview.rejects} open />
      {readable ? (
        <CommitForm
          uploaded={latest}
          websites={websites}
          websiteId={websiteId ?? record.websiteId}
          onCommitted={onCommitted}
          onCancel={onCancel}
        />
      ) : preview.files.some((file) => file.mapping) ? (
        <div className="flex justify-end border-t border-border pt-4">
          <Button variant="ghost" onClick={onCancel}>
            Remove file
          </Button>
        </div>
      ) : (
        <NothingToRead onCancel={onCancel} />
      )}
    </div>
  );
}

/** Assignment of the columns, folded away where a table was read without a rejected row. */
function Assignment({ record, file, targets }: { record: Import; file: ImportFile; targets: readonly ImportTarget[] }) {
  if (!file.mapping) return null;
  const form = <ColumnMapping record={record} file={file} mapping={file.mapping} targets={targets} />;
  if (file.kind === 'unknown') return form;
  return (
    <Fold look="part" className="border-t border-border" title="Change columns" open={(file.rejected ?? 0) > 0}>
      {form}
    </Fold>
  );
}

/** Polling interval of a running preview. */
const LOOK_MS = 1_500;

/** Returns the import with its preview, as soon as there is one. */
function useLatest(uploaded: ImportUploaded): ImportUploaded {
  const look = useQuery({
    ...importQueries.detail(uploaded.import.id),
    enabled: uploaded.import.preview === null,
    refetchInterval: ({ state }) => {
      const latest = state.data?.import;
      return latest && (latest.preview !== null || latest.status === 'failed') ? false : LOOK_MS;
    },
  });
  return look.data ?? uploaded;
}

function Looking({ record, onCancel }: { record: Import; onCancel: () => void }) {
  return (
    <div className="grid gap-3 rounded-lg border border-border px-5 py-6">
      <p className="truncate font-medium">{record.fileName}</p>
      <Progress value={null} label="Preview" />
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-[0.8125rem] text-muted-foreground">
          Reading columns. Large files take a while.
        </p>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Remove file
        </Button>
      </div>
    </div>
  );
}

function NothingToRead({ reason, onCancel }: { reason?: string | null; onCancel: () => void }) {
  return (
    <Callout
      tone="danger"
      title="This file cannot be imported"
      action={
        <Button variant="outline" size="sm" onClick={onCancel}>
          Remove file
        </Button>
      }
    >
      {reason ?? 'Export it again with unchanged columns. The missing columns are listed above.'}
    </Callout>
  );
}
