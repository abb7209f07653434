/** How numbers, dates and times are written: as the account prefers, else as everybody begins. */

/** Name of the member of the account's preferences. */
export const FORMATS = 'formats';

/** Marks between thousands and before fractions, by how they write 1234.5. */
export const NUMBER_STYLES = {
  '1,234.5': { group: ',', decimal: '.' },
  '1.234,5': { group: '.', decimal: ',' },
  '1 234,5': { group: '\u202f', decimal: ',' },
  '1’234.5': { group: '’', decimal: '.' },
} as const;

export type NumberStyle = keyof typeof NUMBER_STYLES;

/** Ways to write days and times, by an example. */
export const DATE_STYLES = {
  'Nov 5, 2026, 3:04 PM': { locale: 'en-US', day: { dateStyle: 'medium' }, time: { timeStyle: 'short' } },
  '5 Nov 2026, 15:04': { locale: 'en-GB', day: { dateStyle: 'medium' }, time: { timeStyle: 'short' } },
  // That locale writes numbers as ISO 8601 does.
  '2026-11-05 15:04': { locale: 'sv-SE', day: { dateStyle: 'short' }, time: { timeStyle: 'short' } },
} as const satisfies Record<
  string,
  { locale: string; day: Intl.DateTimeFormatOptions; time: Intl.DateTimeFormatOptions }
>;

export type DateStyle = keyof typeof DATE_STYLES;

export interface Formats {
  numbers: NumberStyle;
  dates: DateStyle;
  /** Null: the device's own. */
  timeZone: string | null;
}

export const FIRST_FORMATS: Formats = { numbers: '1,234.5', dates: 'Nov 5, 2026, 3:04 PM', timeZone: null };

let current = FIRST_FORMATS;

/** Returns the current formats. */
export function formats(): Formats {
  return current;
}

/** Writes as the account prefers from now on; without one, as everybody begins. */
export function followFormats(preferences: Record<string, unknown> | undefined): void {
  current = preferredFormats(preferences);
}

/** Returns the formats of an account's preferences; missing or invalid fields have defaults. */
export function preferredFormats(preferences: Record<string, unknown> | undefined): Formats {
  const { numbers, dates, timeZone }: Record<string, unknown> = Object(preferences?.[FORMATS]);
  return {
    numbers: isOneOf(NUMBER_STYLES, numbers) ? numbers : FIRST_FORMATS.numbers,
    dates: isOneOf(DATE_STYLES, dates) ? dates : FIRST_FORMATS.dates,
    timeZone: isTimeZone(timeZone) ? timeZone : FIRST_FORMATS.timeZone,
  };
}

function isOneOf<T extends object>(styles: T, name: unknown): name is keyof T {
  return typeof name === 'string' && Object.hasOwn(styles, name);
}

/** Whether this browser knows the zone: another, newer one may have stored it. */
function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || name === '') return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
