import { create } from 'zustand';
import { useBrowserSettings } from './browser-settings';
import { SEQUENCE_MS } from './constants';

export const SHORTCUT_GROUPS = ['Go to', 'Actions', 'On this page'] as const;

/** A key or a sequence of keys, and its action. */
export interface Shortcut {
  id: string;
  /** "mod+k" (Ctrl, or Cmd on a Mac), "?", "r", or a sequence as "g d". */
  keys: string;
  label: string;
  group: (typeof SHORTCUT_GROUPS)[number];
  /** Null for keys that something else reads, such as the list that has the focus: then they are only shown. */
  run: (() => void) | null;
}

interface Registry {
  list: readonly Shortcut[];
}

/** The one registry: the keyboard, the sheet and the palette read it. The last one of an id counts. */
export const useShortcuts = create<Registry>(() => ({ list: [] }));

/** Adds a shortcut. Returns the way to take it away. */
export function registerShortcut(shortcut: Shortcut): () => void {
  useShortcuts.setState(({ list }) => ({ list: [...list, shortcut] }));
  return () => useShortcuts.setState(({ list }) => ({ list: list.filter((each) => each !== shortcut) }));
}

/** The shortcuts that count now, each id once, in the order of the groups. */
export function currentShortcuts(list: readonly Shortcut[] = useShortcuts.getState().list): Shortcut[] {
  const byId = new Map(list.map((shortcut) => [shortcut.id, shortcut]));
  const order = (shortcut: Shortcut) => SHORTCUT_GROUPS.indexOf(shortcut.group);
  return [...byId.values()].sort((one, other) => order(one) - order(other));
}

/** Needs no modifier, so that it can be switched off. */
export function isSingleKey(keys: string): boolean {
  return !keys.startsWith('mod+') && !/^F\d+$/.test(keys);
}

/** Keys as they are written on the keyboard. */
export function keyNames(keys: string, isMac: boolean): string[] {
  return keys.split(' ').flatMap((step) =>
    step.split('+').map((key) => {
      if (key === 'mod') return isMac ? '⌘' : 'Ctrl';
      if (key === 'Escape') return 'Esc';
      return key.length === 1 ? key.toUpperCase() : key;
    }),
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const field = target.closest('input, textarea, select, [contenteditable="true"]');
  return field !== null && !field.matches('input[type="checkbox"], input[type="radio"], input[type="button"]');
}

function isInsideWindow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog[open], [role="menu"], [role="listbox"]') !== null;
}

function stepOf(event: KeyboardEvent): string | null {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return `mod+${key}`;
  if (event.shiftKey && /^[a-z]$/.test(key)) return null;
  return key;
}

/** The key that was pressed last and led to no action: it may begin a sequence. */
let begun: { step: string; until: number } | null = null;

/** Returns true if the key ends a sequence, such as K after G. A list that reads single keys leaves it to the sequence. */
export function endsSequence(key: string, now: number = Date.now()): boolean {
  if (begun === null || now > begun.until) return false;
  const keys = `${begun.step} ${key.toLowerCase()}`;
  return currentShortcuts().some((shortcut) => shortcut.keys === keys && shortcut.run !== null);
}

/** Reads the keyboard of the page: finds the shortcut of a key, over sequences, and runs it. */
export function createKeyReader(now: () => number = Date.now): (event: KeyboardEvent) => void {
  let before: { step: string; at: number } | null = null;
  return (event) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    const step = stepOf(event);
    const last = before && now() - before.at <= SEQUENCE_MS ? before.step : null;
    before = null;
    begun = null;
    if (step === null) return;
    const isPlain = !step.startsWith('mod+');
    if (
      isPlain &&
      (isTyping(event.target) || isInsideWindow(event.target) || !useBrowserSettings.getState().singleKeys)
    )
      return;
    const found = find(last, step);
    if (!found) {
      if (isPlain) {
        before = { step, at: now() };
        begun = { step, until: now() + SEQUENCE_MS };
      }
      return;
    }
    event.preventDefault();
    found();
  };
}

/** Returns the action of a key, or of the sequence with the previous key if there is one. */
function find(last: string | null, step: string): (() => void) | null {
  const list = currentShortcuts();
  const run = (keys: string) => list.find((shortcut) => shortcut.keys === keys)?.run ?? null;
  return (last === null ? null : run(`${last} ${step}`)) ?? run(step);
}
