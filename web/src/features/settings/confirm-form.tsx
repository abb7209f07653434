import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';

/** Button that opens the form of a sensitive action, whose fields are the children. */
export function ConfirmForm({
  opens,
  action,
  busy,
  onSubmit,
  children,
}: {
  /** Label of the button that opens the form. */
  opens: string;
  /** Label of the button that sends it. */
  action: string;
  busy: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button needsNetwork variant="outline" onClick={() => setOpen(true)}>
        {opens}
      </Button>
    );
  }
  return (
    <form
      className="grid max-w-xs gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div className="flex gap-2">
        <Button needsNetwork type="submit" busy={busy}>
          {action}
        </Button>
        <Button variant="ghost" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
