import { showToast } from './toast';

/** Says that the chosen workspace is gone for this user, and where they are now. */
export function reportWorkspaceLost(): void {
  showToast({
    title: 'You are no longer a member of that workspace',
    description: 'It was deleted, or an owner removed you. You are now in your personal workspace.',
    variant: 'destructive',
  });
}
