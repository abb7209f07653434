import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useShortcut } from '@/hooks/use-shortcut';
import { useBrowserSettings } from '@/lib/browser-settings';
import { endsSequence } from '@/lib/shortcuts';

const STEPS: Record<string, (at: number, last: number) => number> = {
  j: (at, last) => Math.min(at + 1, last),
  ArrowDown: (at, last) => Math.min(at + 1, last),
  k: (at) => Math.max(at - 1, 0),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Returns true if no field, button or dialog has the focus. */
function isFree(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.matches('h1, main'));
}

/** Controls of a row: the one that opens or selects it, and the others. */
const CONTROLS = '[data-row], [data-row-part]';
const SIDES: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Moves the focus to the next control of the row, as in a grid. Returns whether there was one. */
function moveWithin(control: EventTarget, side: number): boolean {
  const row = (control as Element).closest('tr, li');
  const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  const next = controls[controls.indexOf(control as HTMLElement) + side];
  next?.focus();
  return next !== undefined;
}

function scrollToRow(box: HTMLElement | null, index: number): void {
  box?.querySelector(`[data-row="${index}"]`)?.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
}

/**
 * Moves the focus from row to row of a list. Tab reaches one control of all rows, with `data-row`; J, K, the arrows, Home
 * and End move to other rows, the arrows left and right to further controls of the row, with `data-row-part`. J also
 * starts from the page when nothing else has the focus. `scrollTo` is for a list of which only a part is in the page.
 */
export function useRowFocus(
  count: number,
  box: HTMLElement | null,
  scrollTo: (index: number) => void = (index) => scrollToRow(box, index),
) {
  const [wanted, setAt] = useState(0);
  const pending = useRef<number | null>(null);
  const at = Math.min(wanted, Math.max(count - 1, 0));

  useEffect(() => {
    if (pending.current === null) return;
    const button = box?.querySelector<HTMLElement>(`[data-row="${pending.current}"]`);
    if (!button) return;
    pending.current = null;
    button.focus({ preventScroll: true });
  });

  const move = (index: number) => {
    pending.current = index;
    scrollTo(index);
    setAt(index);
    box?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of a dialog that a row opened bubble to the list, too.
    if (!event.currentTarget.contains(event.target as Node)) return;
    const side = SIDES[event.key];
    if (side && moveWithin(event.target, side)) event.preventDefault();
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || endsSequence(event.key)) return;
    event.preventDefault();
    move(step(at, count - 1));
  };

  const onFocus = (event: FocusEvent) => {
    const row = event.target.closest('tr, li')?.querySelector('[data-row]');
    if (row) setAt(Number(row.getAttribute('data-row')));
  };

  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  useEffect(() => {
    const start = (event: globalThis.KeyboardEvent) => {
      if (endsSequence(event.key)) return;
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && useBrowserSettings.getState().singleKeys;
      if (plain && (event.key === 'j' || event.key === 'k') && isFree(event.target)) latest.current(at);
    };
    document.addEventListener('keydown', start);
    return () => document.removeEventListener('keydown', start);
  }, [at]);

  useShortcut({ id: 'row-next', keys: 'j', label: 'Next row', group: 'On this page', run: null });
  useShortcut({ id: 'row-before', keys: 'k', label: 'Previous row', group: 'On this page', run: null });
  useShortcut({ id: 'row-open', keys: 'Enter', label: 'Open the row', group: 'On this page', run: null });

  return { at, setAt, onKeyDown, onFocus };
}
