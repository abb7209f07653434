import { notificationTitles as titles } from '../strings';

/** What somebody can be told of as it comes, each by its event. */
export const NOTIFICATION_KINDS = [
  { type: 'engine:insight', title: titles.insight, hint: 'An engine has found something.' },
  { type: 'engine:error', title: titles.engineError, hint: 'A run of an engine has failed.' },
  { type: 'opportunity:discovered', title: titles.opportunity, hint: 'Something worth doing was found.' },
  { type: 'opportunity:implemented', title: titles.implemented, hint: 'An opportunity is done.' },
  { type: 'performance:alert', title: titles.alert, hint: 'A figure has left its bounds.' },
  { type: 'performance:ranking', title: titles.ranking, hint: 'A search has moved.' },
  { type: 'user:achievement', title: titles.achievement, hint: 'A milestone is reached.' },
  { type: 'user:subscription', title: titles.subscription, hint: 'Trial and plan.' },
] as const;

/** Name of the member of the account's preferences. */
export const QUIET = 'quietNotifications';

/** True for events that only go to the list behind the bell. What is not understood is shown. */
export function isQuiet(preferences: Record<string, unknown> | undefined, type: string): boolean {
  const chosen = preferences?.[QUIET];
  return typeof chosen === 'object' && chosen !== null && (chosen as Record<string, unknown>)[type] === true;
}
