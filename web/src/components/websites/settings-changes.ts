import type { Run } from '@/api/types';
import type { WebsiteSettings } from '@/api/websites';
import type { FormValues } from '@/lib/json-schema';

/** Settings that are defaults of the engines' parameters of the same name. */
const PARAMETERS = [
  'valuePerLeadCents',
  'valuePerLeadSpread',
  'conversionRate',
  'conversionVisits',
  'brandTerms',
  'competitors',
] as const;

export type SettingParameter = (typeof PARAMETERS)[number];

/** Currency of settings without one. */
const USUAL_CURRENCY = 'USD';

export function currencyOf({ currency }: WebsiteSettings): string {
  return currency ?? USUAL_CURRENCY;
}

/** Returns the parameters of the engines whose default changes between two settings. */
export function changedParameters(before: WebsiteSettings, after: WebsiteSettings): SettingParameter[] {
  const isSameCurrency = currencyOf(before) === currencyOf(after);
  return PARAMETERS.filter((name) => {
    // An amount in another currency is another amount.
    if (name === 'valuePerLeadCents' && before[name] !== null && !isSameCurrency) return true;
    return JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  });
}

/**
 * Returns the factor by which the monthly value of the same clicks changes: it is clicks x conversion rate x value per lead.
 * Null if it is unknown, as without a previous value.
 */
export function moneyFactor(before: WebsiteSettings, after: WebsiteSettings): number | null {
  if (currencyOf(before) !== currencyOf(after)) return null;
  if (before.valuePerLeadCents === null || after.valuePerLeadCents === null) return null;
  const value = after.valuePerLeadCents / before.valuePerLeadCents;
  if (before.conversionRate === after.conversionRate) return value;
  if (before.conversionRate === null || after.conversionRate === null) return null;
  return (value * after.conversionRate) / before.conversionRate;
}

/** A saved change: its parameters, and the runs that had started with the previous settings. */
export interface SavedChange {
  names: readonly SettingParameter[];
  startedBefore: ReadonlySet<string>;
}

/** Returns the newest successful run of each engine; `runs` are newest first. */
export function newestResults(runs: readonly Run[]): Run[] {
  const engines = new Set<string | null>();
  return runs.filter(({ status, engineId }) => {
    if (status !== 'succeeded' || engineId === null || engines.has(engineId)) return false;
    engines.add(engineId);
    return true;
  });
}

/** True if a run started with previous settings that its parameters (`schema`) have and no typed value overrides. */
export function isOutdated(
  run: Run,
  schema: Record<string, unknown>,
  typed: FormValues,
  changes: readonly SavedChange[],
): boolean {
  // A scan of markets takes no settings of a website: the site there would be a new one.
  if (run.engineId === 'local') return false;
  const properties = (schema.properties ?? {}) as Record<string, unknown>;
  const isUsed = (name: string) => name in properties && !typed[name]?.trim();
  return changes.some(({ names, startedBefore }) => startedBefore.has(run.id) && names.some(isUsed));
}
