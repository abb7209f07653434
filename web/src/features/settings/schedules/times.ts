/** Common times of a schedule; others are entered as a cron expression. */
export const PRESETS = [
  { value: 'hourly', label: 'Every hour', cron: '0 * * * *' },
  { value: 'daily', label: 'Every day at 06:00', cron: '0 6 * * *' },
  { value: 'weekly', label: 'Every Monday at 06:00', cron: '0 6 * * 1' },
  { value: 'monthly', label: 'On the first day of the month at 06:00', cron: '0 6 1 * *' },
] as const;

/** "Every Monday at 06:00", or the expression itself. */
export function timesText(cron: string): string {
  return PRESETS.find((preset) => preset.cron === cron)?.label ?? cron;
}

/** Time zones that the browser knows, its own first. */
export function timeZones(): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
