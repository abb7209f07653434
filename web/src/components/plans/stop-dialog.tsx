import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';

/** Asks whether all acting is really to stop, and why. */
export function StopDialog({
  open,
  of,
  busy,
  onClose,
  onStop,
}: {
  open: boolean;
  /** Whose acting: "this workspace". */
  of: string;
  busy: boolean;
  onClose: () => void;
  onStop: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Stop all acting of ${of}?`}
      description="Nothing more is done and nothing undone, runs at work included, until somebody lets it go on."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="destructive" busy={busy} onClick={() => onStop(reason)}>
            Stop everything
          </Button>
        </>
      }
    >
      <Field label="Why" hint="For those who come after; may be left empty.">
        {(control) => (
          <Input {...control} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
    </Dialog>
  );
}
