import type { Import } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { LeftOut } from './left-out';
import { importedText } from './row-counts';
import { useUndoImport } from './use-undo-import';

/** Numbers of imported and rejected rows of a finished import, with its undo. */
export function ImportResult({ record, onHide }: { record: Import; onHide: () => void }) {
  const undo = useUndoImport(onHide);
  return (
    <div className="grid gap-3">
      <Callout tone="success" title={importedText(record)}>
        <p className="break-words">{record.fileName}</p>
      </Callout>
      <LeftOut rows={record.rejected} reasons={record.rejectReasons} examples={record.rejects} />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onHide}>
          Hide result
        </Button>
        <Button variant="ghost" size="sm" busy={undo.isPending} needsNetwork onClick={() => undo.mutate(record)}>
          Undo this import
        </Button>
      </div>
    </div>
  );
}
