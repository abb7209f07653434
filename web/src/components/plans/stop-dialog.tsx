import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';

/** Asks for confirmation and the reason before all execution is stopped. */
export function StopDialog({
  open,
  of,
  busy,
  onClose,
  onStop,
}: {
  open: boolean;
  /** Scope of the kill switch: "this workspace". */
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
      title={`Stop all plan execution in ${of}?`}
      description="Running plans, campaigns, edits and deployments of sites stop, too. No step is executed and nothing is written or undone until someone resumes execution."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="destructive" busy={busy} onClick={() => onStop(reason)}>
            Stop execution
          </Button>
        </>
      }
    >
      <Field
        label="Reason"
        hint="Optional. Shown to everyone in the workspace, e.g. Wrong titles on the service pages."
      >
        {(control) => (
          <Input {...control} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
    </Dialog>
  );
}
