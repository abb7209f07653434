/** Times that a schedule of crawls can have; empty for none. */
export const TIMES = [
  { value: '0 6 * * *', label: 'Daily at 6:00' },
  { value: '0 6 * * 1', label: 'Weekly, Mondays at 6:00' },
  { value: '0 6 1 * *', label: 'Monthly, on the first at 6:00' },
] as const;

/** "Weekly, Mondays at 6:00 UTC"; a cron expression that is not in the list stays as it is. */
export function timesOf(cron: string, timeZone: string): string {
  const known = TIMES.find(({ value }) => value === cron);
  return `${known ? known.label : `At "${cron}"`} ${timeZone}`;
}

/** Choices of the form, with the present expression if it is another. */
export function timeOptions(cron: string, timeZone: string): { value: string; label: string }[] {
  const known = TIMES.map(({ value }) => ({ value, label: timesOf(value, timeZone) }));
  const isKnown = cron === '' || TIMES.some(({ value }) => value === cron);
  const others = isKnown ? [] : [{ value: cron, label: timesOf(cron, timeZone) }];
  return [{ value: '', label: 'Never' }, ...known, ...others];
}
