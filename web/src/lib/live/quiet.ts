import { notificationTitles as titles } from '../strings';

/** Events that can be shown as they arrive. */
export const NOTIFICATION_KINDS = [
  { type: 'engine:insight', title: titles.insight, hint: 'An engine reported a finding.' },
  { type: 'engine:error', title: titles.engineError, hint: 'An engine run failed.' },
  { type: 'opportunity:discovered', title: titles.opportunity, hint: 'An engine found an opportunity.' },
  { type: 'opportunity:implemented', title: titles.implemented, hint: 'An opportunity was implemented.' },
  { type: 'performance:alert', title: titles.alert, hint: 'A metric is outside its expected range.' },
  { type: 'performance:ranking', title: titles.ranking, hint: 'The position of a keyword changed.' },
  { type: 'user:achievement', title: titles.achievement, hint: 'You reached a milestone.' },
  { type: 'user:subscription', title: titles.subscription, hint: 'Changes of your trial or plan.' },
] as const;

/** Name of the member of the account's preferences. */
export const QUIET = 'quietNotifications';

/** True for events that only go to the notification list. Unknown preferences are ignored. */
export function isQuiet(preferences: Record<string, unknown> | undefined, type: string): boolean {
  const chosen = preferences?.[QUIET];
  return typeof chosen === 'object' && chosen !== null && (chosen as Record<string, unknown>)[type] === true;
}
