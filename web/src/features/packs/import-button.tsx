import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import { type PackImport, packApi, packQueries } from '@/api/packs';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { toastFailure } from '@/lib/failed';
import { plural } from '@/lib/format';
import { Findings } from './findings';
import { VIEWER_REASON } from './words';

const OUTCOMES: Record<PackImport['files'][number]['outcome'], { label: string; tone: Tone }> = {
  imported: { label: 'Imported', tone: 'success' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'danger' },
  ignored: { label: 'Ignored', tone: 'neutral' },
};

/** Imports packs from a file; each file of a ZIP has its own result. */
export function ImportButton({ canChange }: { canChange: boolean }) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<PackImport | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => packApi.importFile(file),
    onSuccess: (answer) => {
      setResult(answer);
      queries.invalidateQueries({ queryKey: packQueries.all() });
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? Object.values(error.fields) : [];
      toastFailure('The file was not imported', fields[0] ?? errorText(error));
    },
    onSettled: () => {
      if (input.current) input.current.value = '';
    },
  });
  return (
    <>
      <Button
        needsNetwork
        busy={upload.isPending}
        disabled={!canChange}
        title={canChange ? 'A pack (.md), or a ZIP file with packs' : VIEWER_REASON}
        onClick={() => input.current?.click()}
      >
        <FileUp size={16} aria-hidden="true" />
        Import packs
      </Button>
      <input
        ref={input}
        type="file"
        accept=".md,.zip"
        aria-label="File with packs"
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) upload.mutate(file);
        }}
      />
      <Dialog
        open={result !== null}
        onClose={() => setResult(null)}
        title={result ? `${plural(result.imported, 'pack')} imported` : ''}
        description={result?.refused ? `${plural(result.refused, 'file')} refused.` : undefined}
      >
        <ul className="grid gap-3">
          {(result?.files ?? []).map(({ file, outcome, findings }) => (
            <li key={file}>
              <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
                {file}
                <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>
              </p>
              <Findings findings={findings} />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
