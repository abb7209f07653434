import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useOnline } from '@/hooks/use-online';
import { cn } from '@/lib/cn';
import { IMPORT_MAX_BYTES } from '@/lib/constants';
import { formatBytes } from '@/lib/format';
import { OFFLINE_REASON } from '@/lib/strings';

const ACCEPT = '.csv,.tsv,.txt,.zip,.xlsx,.json,.jsonl,.ndjson,.log,.gz';

/** Accepts files by drop or selection. `isCompact` is for a list of running uploads. */
export function ImportDropzone({
  isCompact = false,
  onFiles,
}: {
  isCompact?: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const online = useOnline();
  const [over, setOver] = useState(false);
  const id = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (online) onFiles([...event.dataTransfer.files]);
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
        'flex items-center justify-center gap-3 rounded-lg border border-dashed border-input px-4 transition-colors',
        isCompact ? 'flex-wrap py-3' : 'min-h-40 flex-col py-6 text-center',
        over && 'border-primary bg-brand-soft',
      )}
    >
      {isCompact ? null : <FileUp size={22} aria-hidden="true" className="text-muted-foreground" />}
      <div>
        <p className={isCompact ? 'text-[0.8125rem] text-muted-foreground' : 'font-medium'}>
          {online ? 'Drop exports here, several at once' : OFFLINE_REASON}
        </p>
        {isCompact ? null : (
          <p id={id} className="mt-0.5 text-[0.8125rem] text-muted-foreground">
            Unchanged exports of Search Console, Bing, Google Analytics, Keyword Planner, Ahrefs, Semrush, Majestic or
            Screaming Frog, or any table of keywords, backlinks, leads, revenue, SERPs, ranks, pages or payouts: .csv,
            .tsv, .xlsx, .jsonl or .zip, up to {formatBytes(IMPORT_MAX_BYTES)}.
          </p>
        )}
      </div>
      <FileChoice isOffline={!online} describedBy={isCompact ? undefined : id} onFiles={onFiles} />
    </div>
  );
}

function FileChoice({
  isOffline,
  describedBy,
  onFiles,
}: {
  isOffline: boolean;
  describedBy: string | undefined;
  onFiles: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        needsNetwork
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        aria-label="Files to import"
        tabIndex={-1}
        disabled={isOffline}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
