import { create } from 'zustand';
import { NOTIFICATION_DURATION_MS, TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from './constants';

export interface ToastAction {
  /** Text of the button; not empty. */
  label: string;
  /** Alternative for readers who cannot reach the button in time; not empty. */
  altText: string;
  onAction: () => void;
}

export interface ToastInput {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  durationMs?: number;
  action?: ToastAction;
}

export interface Toast extends ToastInput {
  id: string;
  open: boolean;
  variant: 'default' | 'destructive';
  durationMs: number;
}

interface ToastState {
  toasts: Toast[];
  nextId: number;
}

export const useToasts = create<ToastState>(() => ({ toasts: [], nextId: 1 }));

/**
 * Shows a toast; of several only the newest stays.
 *
 * @returns its id, for `updateToast` and `dismissToast`
 * @throws when its action has an empty label or an empty alternative text
 */
export function showToast(input: ToastInput): string {
  if (input.action && !(input.action.label.trim() && input.action.altText.trim())) {
    throw new Error('A toast action needs a label and an alternative text');
  }
  const id = String(useToasts.getState().nextId);
  const toast: Toast = { variant: 'default', durationMs: NOTIFICATION_DURATION_MS, ...input, id, open: true };
  useToasts.setState((state) => ({ toasts: [toast, ...state.toasts].slice(0, TOAST_LIMIT), nextId: state.nextId + 1 }));
  return id;
}

/** Changes a visible toast; returns false if it is gone. */
export function updateToast(id: string, change: Partial<ToastInput>): boolean {
  const shown = useToasts.getState().toasts.some((toast) => toast.id === id && toast.open);
  if (!shown) return false;
  useToasts.setState((state) => ({
    toasts: state.toasts.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)),
  }));
  return true;
}

/** Closes a toast; its entry leaves the state after a very long delay. */
export function dismissToast(id: string): void {
  useToasts.setState((state) => ({
    toasts: state.toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)),
  }));
  setTimeout(() => {
    useToasts.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
  }, TOAST_REMOVE_DELAY_MS);
}
