import { NOTIFICATION_BURST_MS } from '../constants';
import { showToast, updateToast, useToasts } from '../toast';
import type { LiveNotification } from './notifications';

interface Burst {
  toastId: string;
  lastAt: number;
  kinds: Set<string>;
  count: number;
}

/**
 * Turns notifications into toasts: those that follow within a second merge into one ("4 new opportunities"), and a
 * failure on the screen is never pushed aside by news.
 */
export function createNotifier(now: () => number = Date.now): (notification: LiveNotification) => void {
  let burst: Burst | null = null;
  return (notification) => {
    const at = now();
    if (burst && at - burst.lastAt <= NOTIFICATION_BURST_MS && merge(burst, notification, at)) return;
    if (failureIsShown() && notification.variant !== 'destructive') return;
    const { title, message, variant, durationMs, plural } = notification;
    const toastId = showToast({ title, description: message, variant, durationMs });
    burst = { toastId, lastAt: at, kinds: new Set([plural]), count: 1 };
  };
}

function merge(burst: Burst, notification: LiveNotification, at: number): boolean {
  if (notification.variant === 'destructive') return false;
  burst.kinds.add(notification.plural);
  const [kind] = burst.kinds.size === 1 ? burst.kinds : ['notifications'];
  const count = burst.count + 1;
  const merged = updateToast(burst.toastId, { title: `${count} new ${kind}`, description: notification.message });
  if (!merged) return false;
  burst.count = count;
  burst.lastAt = at;
  return true;
}

function failureIsShown(): boolean {
  return useToasts.getState().toasts.some((toast) => toast.open && toast.variant === 'destructive');
}
