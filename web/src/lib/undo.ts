import { NOTIFICATION_DURATION_MS } from './constants';
import { dismissToast, showToast } from './toast';

interface Undoable {
  undo: () => void;
  toastId: string;
  until: number;
}

let last: Undoable | null = null;

/** Shows what was done and offers to undo it by button, or by the key Z while the message is shown. */
export function offerUndo(
  what: { title: string; description?: string; altText: string; undo: () => void },
  now: () => number = Date.now,
): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    what.undo();
  };
  const { title, description, altText } = what;
  const action = { label: 'Undo', altText, onAction: once };
  const toastId = showToast({ title, ...(description ? { description } : {}), action });
  last = { undo: once, toastId, until: now() + NOTIFICATION_DURATION_MS };
}

/** Undoes the last offer; false if it has expired. */
export function undoLast(now: () => number = Date.now): boolean {
  const offer = last;
  last = null;
  if (!offer || now() > offer.until) return false;
  dismissToast(offer.toastId);
  offer.undo();
  return true;
}

/** Withdraws the offer, because its object is no longer available. */
export function forgetUndo(): void {
  if (last) dismissToast(last.toastId);
  last = null;
}
