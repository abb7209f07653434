import { useEffect, useRef, useState } from 'react';
import { useShortcut } from '@/hooks/use-shortcut';
import { type Draft, type Path, pathsOf } from './draft';

/** Delay before a sentence under the pointer shows its facts, and before it hides them, in milliseconds. */
const SHOW_MS = 200;
const HIDE_MS = 250;

export interface Sentences {
  /** The sentence that the Tab key reaches. */
  current: Path;
  /** The sentence whose facts are shown. */
  shown: Path | null;
  editing: Path | null;
  focus: (path: Path) => void;
  hover: (path: Path | null) => void;
  hide: () => void;
  edit: (path: Path) => void;
  endEdit: (refocus: boolean) => void;
}

export const idOf = (path: Path) => `sentence-${path.replaceAll('.', '-')}`;

/** Moves the focus to a sentence. */
export function goTo(path: Path): void {
  const node = document.getElementById(idOf(path));
  node?.scrollIntoView({ block: 'center' });
  node?.focus({ preventScroll: true });
}

/** Which sentence has the focus, shows its facts, or is edited; with the keys J, K, E and Esc. */
export function useSentences(draft: Draft, canEdit: boolean): Sentences {
  const paths = pathsOf(draft);
  const [focused, setFocused] = useState<Path>(paths[2] ?? paths[0] ?? 'title');
  const [shown, setShown] = useState<Path | null>(null);
  const [editing, setEditing] = useState<Path | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = paths.includes(focused) ? focused : (paths[0] ?? 'title');
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (path: Path | null, after = 0) => {
    clearTimeout(timer.current);
    if (after === 0) setShown(path);
    else timer.current = setTimeout(() => setShown(path), after);
  };
  const step = (by: number) => {
    const hasFocus = document.activeElement?.id === idOf(current);
    const at = paths.indexOf(current) + (hasFocus ? by : 0);
    goTo(paths[Math.max(0, Math.min(paths.length - 1, at))] ?? current);
  };
  const edit = (path: Path) => {
    show(null);
    setFocused(path);
    setEditing(path);
  };
  const startEdit = canEdit ? () => edit(current) : null;
  useShortcut({ id: 'sentence-next', keys: 'j', label: 'Next sentence', group: 'On this page', run: () => step(1) });
  useShortcut({
    id: 'sentence-back',
    keys: 'k',
    label: 'Previous sentence',
    group: 'On this page',
    run: () => step(-1),
  });
  useShortcut({ id: 'sentence-edit', keys: 'e', label: 'Edit sentence', group: 'On this page', run: startEdit });
  useShortcut({ id: 'sentence-hide', keys: 'Escape', label: 'Hide facts', group: 'On this page', run: null });
  return {
    current,
    shown: editing ? null : shown,
    editing,
    focus: (path) => {
      setFocused(path);
      show(path);
    },
    hover: (path) => show(path, path === null ? HIDE_MS : SHOW_MS),
    hide: () => show(null),
    edit,
    endEdit: (refocus) => {
      setEditing(null);
      if (refocus) requestAnimationFrame(() => document.getElementById(idOf(current))?.focus());
    },
  };
}
