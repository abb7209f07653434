import type { Import } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { plural } from '@/lib/format';
import { Rejects } from './rejects';
import { useUndoImport } from './use-undo-import';

/** What a finished import took in and refused, with the way back. */
export function ImportResult({ record, onAgain }: { record: Import; onAgain: () => void }) {
  const undo = useUndoImport(onAgain);
  return (
    <div className="grid gap-3">
      <Callout tone="success" title={`${plural(record.rows ?? 0, 'row')} imported`}>
        <p className="break-words">{record.fileName}</p>
      </Callout>
      <Rejects record={record} />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onAgain}>
          Import another file
        </Button>
        <Button variant="ghost" size="sm" busy={undo.isPending} needsNetwork onClick={() => undo.mutate(record)}>
          Undo this import
        </Button>
      </div>
    </div>
  );
}
