import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { Field, Input } from './field';

/** Confirmation of an irreversible action. With `phrase`, the button is enabled once the phrase is typed. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  text,
  action,
  phrase,
  busy = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  text: ReactNode;
  /** Label of the button, e.g. "Delete account". */
  action: string;
  phrase?: string;
  busy?: boolean;
  children?: ReactNode;
}) {
  const [typed, setTyped] = useState('');
  const close = () => {
    setTyped('');
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={text}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            variant="destructive"
            busy={busy}
            disabled={phrase !== undefined && typed.trim() !== phrase}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {phrase === undefined ? null : (
          <Field label={`Type ${phrase} to confirm`}>
            {(control) => (
              <Input {...control} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
            )}
          </Field>
        )}
        {children}
      </div>
    </Dialog>
  );
}
