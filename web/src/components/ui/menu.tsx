import { Check } from 'lucide-react';
import {
  type ComponentProps,
  cloneElement,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
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
import { cn } from '@/lib/cn';
import { createMenuKeys, itemsOf } from './menu-keys';
import { usePlaced } from './place';

type Align = 'start' | 'center' | 'end';
/** What has the focus when a menu opens: an item after a key, the menu itself after a click. */
type Start = 'first' | 'last' | 'menu';

/** Closes the menu around an item, and gives the focus back to its button. */
const CloseMenu = createContext<() => void>(() => {});

/** Menu of a `trigger` button. Not modal, so the page needs no scroll lock. */
export function Menu({
  trigger,
  children,
  align = 'end',
  label,
}: {
  trigger: ReactElement<ComponentProps<'button'>>;
  children: ReactNode;
  align?: Align;
  label: string;
}) {
  const [start, setStart] = useState<Start | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setStart(null);
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': start !== null,
        'aria-controls': start === null ? undefined : id,
        // A click by a key has no place, and so no count.
        onClick: (event: MouseEvent) => setStart(start === null ? (event.detail === 0 ? 'first' : 'menu') : null),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setStart(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {start === null ? null : (
        <Panel id={id} start={start} button={button} align={align} label={label} onClose={close}>
          {children}
        </Panel>
      )}
    </>
  );
}

function Panel({
  id,
  start,
  button,
  align,
  label,
  onClose,
  children,
}: {
  id: string;
  start: Start;
  button: RefObject<HTMLElement | null>;
  align: Align;
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const [read] = useState(() => createMenuKeys());
  const leave = () => {
    onClose();
    button.current?.focus();
  };
  usePlaced(panel, button, { align, gap: 8 });
  useFocusAtStart(panel, start);
  useOutside([panel, button], onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Tab goes on from the button, as if the menu were not there.
    if (event.key === 'Tab') leave();
    else if (event.key === 'Escape') {
      event.preventDefault();
      leave();
    } else if (panel.current && read(panel.current, event.key)) event.preventDefault();
  };
  return createPortal(
    <div
      ref={panel}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="fixed z-50 max-h-[calc(100dvh-1rem)] min-w-56 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-border bg-popover p-1 text-popover-foreground shadow-pop outline-none"
    >
      <CloseMenu value={leave}>{children}</CloseMenu>
    </div>,
    document.body,
  );
}

function useFocusAtStart(panel: RefObject<HTMLElement | null>, start: Start): void {
  useEffect(() => {
    const menu = panel.current;
    if (!menu) return;
    const target = start === 'menu' ? menu : itemsOf(menu).at(start === 'first' ? 0 : -1);
    (target ?? menu).focus({ preventScroll: true });
  }, [panel, start]);
}

/** Closes when the focus or a press goes to something else than these elements. */
function useOutside(elements: readonly RefObject<HTMLElement | null>[], onOutside: () => void): void {
  const latest = useRef({ elements, onOutside });
  useEffect(() => {
    latest.current = { elements, onOutside };
  });
  useEffect(() => {
    const look = ({ target }: Event) => {
      const isInside = latest.current.elements.some(({ current }) => current?.contains(target as Node));
      if (!isInside) latest.current.onOutside();
    };
    document.addEventListener('pointerdown', look, true);
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('pointerdown', look, true);
      document.removeEventListener('focusin', look);
    };
  }, []);
}

const ITEM =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-left text-sm outline-none focus:bg-accent disabled:cursor-not-allowed disabled:opacity-50';

type ItemProps = Omit<ComponentProps<'button'>, 'onSelect' | 'onClick' | 'type'> & { onSelect?: () => unknown };

/** An item: closes the menu, then runs `onSelect`. */
export function MenuItem({ className, onSelect, ...rest }: ItemProps) {
  const close = use(CloseMenu);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={cn(ITEM, className)}
      onPointerMove={(event) => event.pointerType === 'mouse' && event.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        close();
        onSelect?.();
      }}
      {...rest}
    />
  );
}

const Choices = createContext<{ value: string; choose: (value: string) => void }>({ value: '', choose: () => {} });

/** Radio items with the selected `value` marked. A long list scrolls. */
export function MenuChoices({
  value,
  onValueChange,
  className,
  ...rest
}: ComponentProps<'fieldset'> & { value: string; onValueChange: (value: string) => void }) {
  return (
    <Choices value={{ value, choose: onValueChange }}>
      <fieldset className={cn('max-h-60 min-w-0 overflow-y-auto', className)} {...rest} />
    </Choices>
  );
}

export function MenuChoice({ value, children, ...rest }: ItemProps & { value: string }) {
  const choices = use(Choices);
  const isChosen = choices.value === value;
  return (
    <MenuItem role="menuitemradio" aria-checked={isChosen} onSelect={() => choices.choose(value)} {...rest}>
      <span className="grid size-4 shrink-0 place-items-center">
        {isChosen ? <Check size={16} aria-hidden="true" /> : null}
      </span>
      {children}
    </MenuItem>
  );
}

export function MenuLabel({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('px-2.5 py-2', className)} {...rest} />;
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 h-px border-0 bg-border" />;
}
