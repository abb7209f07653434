import { create } from 'zustand';

interface Unsaved {
  /** Forms with changes that are not saved, the oldest first. */
  forms: readonly string[];
  /** Where somebody wanted to go, while they are asked. */
  go: (() => void) | null;
}

/** What would be lost by leaving. The router in use cannot hold a navigation back, so those that leave ask here. */
export const useUnsaved = create<Unsaved>(() => ({ forms: [], go: null }));

/** Says that a form has unsaved changes. Returns the way to take that back. */
export function markUnsaved(form: string): () => void {
  useUnsaved.setState(({ forms }) => ({ forms: [...forms, form] }));
  return () =>
    useUnsaved.setState(({ forms, go }) => {
      const left = forms.filter((each) => each !== form);
      return { forms: left, go: left.length > 0 ? go : null };
    });
}

/** Goes at once when nothing would be lost, else once somebody has said so. */
export function beforeLeaving(go: () => void): void {
  if (useUnsaved.getState().forms.length === 0) go();
  else useUnsaved.setState({ go });
}

/** The answer to the question. */
export function answerLeaving(leaves: boolean): void {
  const { go } = useUnsaved.getState();
  useUnsaved.setState({ go: null });
  if (leaves) go?.();
}
