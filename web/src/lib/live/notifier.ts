import { NOTIFICATION_BURST_MS } from '../constants';
import { showToast, updateToast, useToasts } from '../toast';
import type { LiveNotification } from './notifications';

interface Burst {
  toastId: string;
  lastAt: number;
  /** How many of each kind, in the order in which the kinds came. */
  counts: Map<string, number>;
}

/**
 * Turns notifications into toasts: if several follow within a second they merge into one ("4 new opportunities"), and
 * news never pushes aside a failure or an offer, for example to undo.
 */
export function createNotifier(now: () => number = Date.now): (notification: LiveNotification) => void {
  let burst: Burst | null = null;
  return (notification) => {
    const at = now();
    if (burst && at - burst.lastAt <= NOTIFICATION_BURST_MS && merge(burst, notification, at)) return;
    if (notification.variant !== 'destructive' && isHeld()) return;
    const { title, message, variant, durationMs, plural } = notification;
    const toastId = showToast({ title, description: message, variant, durationMs });
    burst = { toastId, lastAt: at, counts: new Map([[plural, 1]]) };
  };
}

function merge(burst: Burst, notification: LiveNotification, at: number): boolean {
  if (notification.variant === 'destructive') return false;
  const counts = new Map(burst.counts).set(notification.plural, (burst.counts.get(notification.plural) ?? 0) + 1);
  const merged = updateToast(burst.toastId, { title: summary(counts), description: notification.message });
  if (!merged) return false;
  burst.counts = counts;
  burst.lastAt = at;
  return true;
}

/** "25 new insights, 231 new opportunities"; one of a kind is counted among the notifications. */
function summary(counts: Map<string, number>): string {
  const several = [...counts].filter(([, count]) => count > 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (several.length === 0 || several.length < counts.size) return `${total} new notifications`;
  return several.map(([kind, count]) => `${count} new ${kind}`).join(', ');
}

/** Whether the toast on the screen must stay for its time. */
function isHeld(): boolean {
  return useToasts.getState().toasts.some((toast) => toast.open && (toast.variant === 'destructive' || toast.action));
}
