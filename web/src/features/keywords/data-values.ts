import type { KeywordDataQuery, KeywordDataSchedule, NewKeywordData } from '@/api/keyword-data';

const MICROS = 1_000_000;
/** Limits of a request. */
const MOST_GIVEN = 1_000;
const MOST_SEEDS = 20;

export const EMPTY = {
  keywords: '',
  tracked: false,
  known: true,
  difficulty: true,
  seeds: '',
  ideas: '100',
  domain: '',
  ranked: '100',
  links: '0',
  country: 'us',
  language: 'en',
  connectionId: '',
  /** Dollars; empty for the estimate. */
  budget: '',
};
export type DataValues = typeof EMPTY;

/** When a schedule fetches; empty for never. */
const TIMES = [
  { value: '', label: 'Never' },
  { value: '0 6 * * 1', label: 'Weekly, Mondays at 6:00' },
  { value: '0 6 1 * *', label: 'Monthly, on the first at 6:00' },
];

/** The values of a form with the time of its schedule. */
export interface ScheduleValues extends DataValues {
  cron: string;
}

/** Choices of the time, with the stored expression if it is another. */
export function timeOptions(cron: string, timeZone: string): { value: string; label: string }[] {
  const known = TIMES.map(({ value, label }) => ({ value, label: value === '' ? label : `${label} ${timeZone}` }));
  const isKnown = TIMES.some(({ value }) => value === cron);
  return isKnown ? known : [...known, { value: cron, label: `At "${cron}" ${timeZone}` }];
}

/** The values of a stored schedule; without one, those of a new one, which is off. */
export function valuesOf(schedule: KeywordDataSchedule | null): ScheduleValues {
  if (!schedule) return { ...EMPTY, cron: '' };
  const { order } = schedule;
  return {
    keywords: (order.keywords ?? []).join('\n'),
    tracked: order.tracked ?? false,
    known: order.known ?? false,
    difficulty: order.difficulty ?? false,
    seeds: (order.seeds ?? []).join('\n'),
    ideas: String(order.ideas || EMPTY.ideas),
    domain: order.domain ?? '',
    ranked: String(order.ranked || EMPTY.ranked),
    links: String(order.links ?? 0),
    country: order.country || EMPTY.country,
    language: order.language || EMPTY.language,
    connectionId: order.connectionId ?? '',
    budget: order.budgetMicros ? String(order.budgetMicros / MICROS) : '',
    cron: schedule.cron,
  };
}

/** Lines of a text, each once, without surplus spaces. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** What to fetch. */
export function bodyOf(values: DataValues, websiteId: string): NewKeywordData {
  return {
    websiteId,
    connectionId: values.connectionId || null,
    country: values.country,
    language: values.language.trim(),
    keywords: linesOf(values.keywords),
    tracked: values.tracked,
    known: values.known,
    difficulty: values.difficulty,
    seeds: linesOf(values.seeds),
    ideas: Number(values.ideas),
    domain: values.domain.trim() || null,
    ranked: Number(values.ranked),
    links: Number(values.links),
    budgetMicros: values.budget.trim() === '' ? null : Math.round(Number(values.budget) * MICROS),
  };
}

/** The same in numbers, for the estimate. */
export function queryOf(values: DataValues, websiteId: string): KeywordDataQuery {
  const seeds = Math.min(linesOf(values.seeds).length, MOST_SEEDS);
  return {
    websiteId,
    connectionId: values.connectionId || undefined,
    given: Math.min(linesOf(values.keywords).length, MOST_GIVEN),
    tracked: values.tracked,
    known: values.known,
    difficulty: values.difficulty,
    seeds,
    ideas: Number(values.ideas),
    ranked: values.domain.trim() === '' ? 0 : Number(values.ranked),
    links: Number(values.links),
  };
}

/** True for the text of a positive amount, or an empty one. */
export function isAmount(typed: string): boolean {
  return typed.trim() === '' || (Number.isFinite(Number(typed)) && Number(typed) > 0);
}
