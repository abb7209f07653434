import { create } from 'zustand';

interface Unsaved {
  /** Forms with changes that are not saved, the oldest first. */
  forms: readonly string[];
  /** Pending navigation while the user is asked. */
  go: (() => void) | null;
}

/** Unsaved changes. The router cannot cancel navigations, so callers ask here first. */
export const useUnsaved = create<Unsaved>(() => ({ forms: [], go: null }));

/**
 * Marks a form as having unsaved changes. Returns the function to unmark it, which goes where the user was about to go if
 * nothing is unsaved any more: a dialog that closes once its form is saved.
 */
export function markUnsaved(form: string): () => void {
  useUnsaved.setState(({ forms }) => ({ forms: [...forms, form] }));
  return () => {
    const { forms, go } = useUnsaved.getState();
    const left = forms.filter((each) => each !== form);
    const isSaved = left.length === 0;
    useUnsaved.setState({ forms: left, go: isSaved ? null : go });
    if (isSaved) go?.();
  };
}

/** Navigates at once without unsaved changes, otherwise after confirmation. */
export function beforeLeaving(go: () => void): void {
  if (useUnsaved.getState().forms.length === 0) go();
  else useUnsaved.setState({ go });
}

/** Handles the user's decision. */
export function answerLeaving(leaves: boolean): void {
  const { go } = useUnsaved.getState();
  useUnsaved.setState({ go: null });
  if (leaves) go?.();
}
