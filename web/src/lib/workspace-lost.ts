import { showToast } from './toast';

/** Notifies the user that the selected workspace is gone, and of the new one. */
export function reportWorkspaceLost(): void {
  showToast({
    title: 'You are no longer a member of that workspace',
    description: 'It was deleted, or an owner removed you. You are now in your personal workspace.',
    variant: 'destructive',
  });
}
