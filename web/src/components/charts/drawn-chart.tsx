import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useWidth } from './use-width';

/** Returns the next mark for a key; null for keys that do not move. */
export type Move = (at: number | null, key: string) => number | null;

/** Moves along a list of marks. */
export function alongList(count: number): Move {
  return (at, key) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
    if (step === undefined || count === 0) return null;
    return Math.min(count - 1, Math.max(0, (at ?? (step > 0 ? -1 : count)) + step));
  };
}

/** Index of the mark under the pointer: the element with the attribute `data-mark`. */
function markUnder({ target }: MouseEvent): number | null {
  const mark = target instanceof Element ? target.closest('[data-mark]') : null;
  return mark ? Number(mark.getAttribute('data-mark')) : null;
}

/**
 * A drawing whose marks are read out: the pointer and the arrow keys select a mark, a click or Enter opens it. The drawing
 * is a function of its width and the selected mark.
 */
export function DrawnChart({
  label,
  hint,
  texts,
  move = alongList(texts.length),
  minWidth = 0,
  onOpen,
  children,
}: {
  label: string;
  /** Shown while no mark is selected. */
  hint: string;
  /** Text of each mark. */
  texts: readonly string[];
  move?: Move;
  /** The drawing scrolls sideways in a narrower window. */
  minWidth?: number;
  onOpen?: (index: number) => void;
  children: (width: number, at: number | null) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = Math.max(minWidth, useWidth(box));
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && at !== null) onOpen?.(at);
    const next = move(at, event.key);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    // Not in every test environment.
    box.current?.querySelector(`[data-mark="${next}"]`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  };
  const open = (event: MouseEvent) => {
    const mark = markUnder(event);
    if (mark !== null) onOpen?.(mark);
  };
  return (
    <div ref={box} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need the focus
        tabIndex={0}
        className="overflow-x-auto rounded-md"
        onKeyDown={onKeyDown}
        onPointerMove={(event) => setAt((now) => markUnder(event) ?? now)}
        onClick={open}
        onMouseLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
      >
        {children(width, at)}
      </div>
      <p id={id} aria-live="polite" className="min-h-10 text-[0.8125rem] text-muted-foreground sm:min-h-5">
        {at === null ? hint : texts[at]}
      </p>
    </div>
  );
}
