import { showToast } from './toast';

/** A toast about something that did not work. */
export function toastFailure(title: string, description?: string): void {
  showToast({ title, variant: 'destructive', ...(description && description !== title ? { description } : {}) });
}
