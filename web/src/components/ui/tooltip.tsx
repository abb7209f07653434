import {
  type ComponentProps,
  cloneElement,
  createContext,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { TOOLTIP_OPEN_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '@/lib/constants';
import { usePlaced } from './place';

/** Time to move the pointer from the element onto its tooltip, in milliseconds. */
const LEAVE_MS = 150;

/** When the last tooltip of the page was closed: the next one needs no wait shortly after. */
const LastClosed = createContext<RefObject<number>>({ current: Number.NEGATIVE_INFINITY });

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <LastClosed value={useRef(Number.NEGATIVE_INFINITY)}>{children}</LastClosed>;
}

/** Tooltip of `children` (one focusable element) on hover and focus. Never the only name of a control. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement<ComponentProps<'a'>> }) {
  const { isOpen, openSoon, closeSoon, open, close } = useDelays();
  const anchor = useRef<HTMLAnchorElement>(null);
  const isPressed = useRef(false);
  const id = useId();
  const byMouse = (act: () => void) => (event: PointerEvent) => event.pointerType === 'mouse' && act();
  return (
    <>
      {cloneElement(children, {
        ref: anchor,
        'aria-describedby': isOpen ? id : undefined,
        onPointerMove: byMouse(openSoon),
        onPointerLeave: byMouse(closeSoon),
        onPointerDown: () => {
          isPressed.current = true;
          close();
        },
        // A press moves the focus too, without a wish to read.
        onFocus: () => !isPressed.current && open(),
        onBlur: () => {
          isPressed.current = false;
          close();
        },
      })}
      {isOpen ? (
        <Bubble id={id} anchor={anchor} onEnter={open} onLeave={closeSoon} onClose={close}>
          {text}
        </Bubble>
      ) : null}
    </>
  );
}

function useDelays() {
  const lastClosed = use(LastClosed);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = () => {
    stop();
    setOpen(true);
  };
  const close = () => {
    stop();
    if (isOpen) lastClosed.current = Date.now();
    setOpen(false);
  };
  return {
    isOpen,
    open,
    close,
    openSoon: () => {
      if (isOpen) return stop();
      if (timer.current !== undefined) return;
      if (Date.now() - lastClosed.current < TOOLTIP_SKIP_DELAY_MS) return open();
      timer.current = setTimeout(open, TOOLTIP_OPEN_DELAY_MS);
    },
    closeSoon: () => {
      stop();
      if (isOpen) timer.current = setTimeout(close, LEAVE_MS);
    },
  };
}

/** Stays while the pointer is on it; Escape closes it. */
function Bubble({
  id,
  anchor,
  onEnter,
  onLeave,
  onClose,
  children,
}: {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  onEnter: () => void;
  onLeave: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const bubble = useRef<HTMLDivElement>(null);
  usePlaced(bubble, anchor, { align: 'center', gap: 6 });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed z-50 max-w-72 rounded-md border border-border bg-popover px-2.5 py-1.5 text-xs text-popover-foreground shadow-pop"
    >
      {children}
    </div>,
    document.body,
  );
}
