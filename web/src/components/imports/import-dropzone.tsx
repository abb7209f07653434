import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { errorText } from '@/api/errors';
import { importApi } from '@/api/imports';
import type { Import } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Progress } from '@/components/ui/progress';
import { useOnline } from '@/hooks/use-online';
import { cn } from '@/lib/cn';
import { IMPORT_MAX_BYTES } from '@/lib/constants';
import { formatBytes } from '@/lib/format';
import { failures, OFFLINE_REASON } from '@/lib/strings';

const ACCEPT = '.csv,.tsv,.txt,.zip,.xlsx,.json,.jsonl,.ndjson';

/** Why a file cannot be sent, or null. */
export function objectionTo(file: { name: string; size: number }): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > IMPORT_MAX_BYTES) {
    return `${file.name} is ${formatBytes(file.size)}; the limit is ${formatBytes(IMPORT_MAX_BYTES)}.`;
  }
  return null;
}

/**
 * Takes a file by drop or by choice and sends it for a preview. Nothing counts as data before the preview is
 * confirmed. `onUploaded` gets the import to show in an `ImportPreview`.
 */
export function ImportDropzone({
  websiteId,
  onUploaded,
  className,
}: {
  websiteId?: string;
  onUploaded: (record: Import) => void;
  className?: string;
}) {
  const queries = useQueryClient();
  const [share, setShare] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: (file: File) => importApi.upload(file, setShare, websiteId),
    onSuccess: (answer) => {
      queries.invalidateQueries({ queryKey: ['imports'] });
      onUploaded(answer.import);
    },
  });
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (!file || send.isPending) return;
    const objection =
      (files?.length ?? 0) > 1 ? 'Upload one file at a time. A .zip may contain several files.' : objectionTo(file);
    setRefused(objection);
    setShare(0);
    if (!objection) send.mutate(file);
  };
  const error = refused ?? (send.isError ? errorText(send.error, failures.upload) : null);
  return (
    <div className={cn('grid gap-3', className)}>
      {send.isPending ? <Uploading file={send.variables} share={share} /> : <DropArea onFiles={take} />}
      {error ? (
        <Callout tone="danger" title={failures.upload}>
          {error === failures.upload ? 'Choose the file again to retry.' : error}
        </Callout>
      ) : null}
    </div>
  );
}

function DropArea({ onFiles }: { onFiles: (files: FileList | null) => void }) {
  const online = useOnline();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (online) onFiles(event.dataTransfer.files);
  };
  const hover = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has the button inside as its keyboard twin
    <div
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex min-h-40 flex-col items-center justify-center gap-3 rounded-lg border border-dashed border-input px-4 py-6 text-center transition-colors',
        over && 'border-primary bg-brand-soft',
      )}
    >
      <FileUp size={22} aria-hidden="true" className="text-muted-foreground" />
      <div>
        <p className="font-medium">{online ? 'Drop an export here' : OFFLINE_REASON}</p>
        <p id={`${id}-hint`} className="mt-0.5 text-[0.8125rem] text-muted-foreground">
          Unchanged exports of Search Console, Keyword Planner, Ahrefs, Semrush or Screaming Frog, or SERPs, ranks,
          pages or payouts: .csv, .tsv, .xlsx, .jsonl or .zip, up to {formatBytes(IMPORT_MAX_BYTES)}.
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        needsNetwork
        aria-describedby={`${id}-hint`}
        onClick={() => input.current?.click()}
      >
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        aria-label="File to import"
        tabIndex={-1}
        disabled={!online}
        className="sr-only"
        onChange={(event) => {
          onFiles(event.target.files);
          event.target.value = '';
        }}
      />
    </div>
  );
}

function Uploading({ file, share }: { file: File | undefined; share: number }) {
  const text = share >= 1 ? 'Reading columns' : `Uploading, ${Math.round(share * 100)}%`;
  return (
    <div className="grid min-h-40 content-center gap-3 rounded-lg border border-border px-5 py-6">
      <div className="flex items-baseline justify-between gap-3">
        <p className="truncate font-medium">{file?.name}</p>
        <p className="tabular shrink-0 text-[0.8125rem] text-muted-foreground">
          {file ? formatBytes(file.size) : null}
        </p>
      </div>
      <Progress value={share >= 1 ? null : share * 100} label="Upload" />
      <p role="status" className="text-[0.8125rem] text-muted-foreground">
        {text}
      </p>
    </div>
  );
}
