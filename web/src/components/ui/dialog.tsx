import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cn } from '@/lib/cn';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode;
  className?: string;
}

/**
 * Modal dialog on the browser's dialog element: it traps the focus, closes on Escape, returns the focus to the opener,
 * and needs no inline styles, which the content security policy would refuse.
 */
export function Dialog(props: DialogProps) {
  return <ModalFrame {...props} shape="m-auto w-[min(32rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-xl" />;
}

/** Dialog as a panel at an edge of the window. */
export function Drawer({ side = 'right', ...props }: DialogProps & { side?: 'left' | 'right' }) {
  const edge = side === 'left' ? 'mr-auto ml-0 border-l-0' : 'ml-auto mr-0 border-r-0';
  return (
    <ModalFrame {...props} shape={cn('my-0 h-dvh max-h-dvh w-[min(26rem,100vw)] rounded-none border-y-0', edge)} />
  );
}

function ModalFrame({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  className,
  shape,
}: DialogProps & { shape: string }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click on the backdrop has Escape as its keyboard twin
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      className={cn(
        'flex-col overflow-hidden border border-border bg-popover text-popover-foreground shadow-pop backdrop:bg-black/60 open:flex',
        shape,
        className,
      )}
      // Escape only requests closing, because the opener may first ask about unsaved changes. React passes the events of a
      // dialog inside this one on to it: they are not its own.
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === ref.current) onClose();
      }}
      onClose={(event) => event.target === ref.current && onClose()}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <header className="flex items-start justify-between gap-4 px-5 pt-5">
        <div>
          <h2 id={`${id}-title`} className="text-base font-semibold">
            {title}
          </h2>
          {description ? (
            <div id={`${id}-text`} className="mt-1 text-muted-foreground">
              {description}
            </div>
          ) : null}
        </div>
        <button
          type="button"
          aria-label="Close"
          className="-mt-1 -mr-2 grid size-9 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
          onClick={onClose}
        >
          <X size={16} aria-hidden="true" />
        </button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-5">{open ? children : null}</div>
      {footer ? (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-4">{footer}</footer>
      ) : null}
    </dialog>
  );
}
