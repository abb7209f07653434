import { useCallback, useEffect, useState } from 'react';
import type { DocumentVersion } from '@/api/documents';
import { useAuth } from '@/hooks/use-auth';
import { type Draft, EMPTY } from './draft';
import { type LocalDraft, localDrafts } from './local-drafts';

/** Changes that can be undone. */
const MOST_UNDO = 100;

interface State {
  local: LocalDraft | null;
  past: (LocalDraft | null)[];
}

export interface DraftState {
  /** The text on the screen: the unsaved one, or else the current version. */
  draft: Draft;
  /** The version that it was made from. */
  base: number;
  isDirty: boolean;
  /** Whether this browser has stored the unsaved text. */
  isStored: boolean;
  /** Whether somebody has saved another version meanwhile. */
  isBehind: boolean;
  canUndo: boolean;
  edit: (change: (draft: Draft) => Draft) => void;
  undo: () => void;
  /** Drops the unsaved text, to take the current version. */
  discard: () => void;
  /** Drops the saved text; what was typed during the save is based on the new version. */
  settle: (saved: Draft, number: number) => void;
}

/** The text of a document. Unsaved changes are stored in this browser, so that they survive a reload and being offline. */
export function useDraft(documentId: string, version: DocumentVersion | null): DraftState {
  const userId = useAuth().user?.id ?? '';
  const [state, setState] = useState<State>(() => ({
    local: localDrafts.read(userId, documentId),
    past: [],
  }));
  const { local } = state;
  const number = version?.number ?? 0;
  const stored: Draft = version?.draft ?? EMPTY;
  const draft = local?.draft ?? stored;
  const [isStored, setStored] = useState(true);
  useEffect(() => {
    if (local) setStored(localDrafts.write(userId, documentId, local));
    else localDrafts.clear(userId, documentId);
  }, [local, userId, documentId]);
  const edit = useCallback(
    (change: (draft: Draft) => Draft) =>
      setState((old) => {
        const before = old.local?.draft ?? stored;
        const after = change(before);
        if (after === before) return old;
        const next = { base: old.local?.base ?? number, draft: after, at: new Date().toISOString() };
        return { ...old, local: next, past: [...old.past, old.local].slice(-MOST_UNDO) };
      }),
    [stored, number],
  );
  const undo = () =>
    setState((old) =>
      old.past.length ? { ...old, local: old.past.at(-1) ?? null, past: old.past.slice(0, -1) } : old,
    );
  const discard = () => setState((old) => ({ ...old, local: null, past: [] }));
  const settle = (saved: Draft, next: number) =>
    setState((old) =>
      old.local && old.local.draft !== saved
        ? { ...old, local: { ...old.local, base: next } }
        : { ...old, local: null, past: [] },
    );
  return {
    draft,
    base: local?.base ?? number,
    isDirty: local !== null,
    isStored,
    isBehind: local !== null && local.base !== number,
    canUndo: state.past.length > 0,
    edit,
    undo,
    discard,
    settle,
  };
}
