import type { ActionKey, ActionResult } from '@/api/engine-results';
import { formatMoney, formatNumber, formatPercent } from '@/lib/format';

/** Answer of a result in one sentence, with its number, unit and period. */
export interface Answer {
  text: string;
  /** How certain it is, or that it is a count. */
  confidence: string;
}

export type Answers = { readonly [Key in ActionKey]?: (result: ActionResult<Key>) => Answer | null };

interface Range {
  low: number;
  high: number;
}

interface Amount {
  lowCents: number;
  highCents: number;
  currency: string;
}

/** Counted in the data, so that it has no interval. */
export const COUNTED = 'Counted in the data, not an estimate.';

export const whole = (value: number) => formatNumber(value, 0);
export const interval80 = ({ low, high }: Range) => `80% interval: ${whole(low)} to ${whole(high)}.`;
export const money80 = ({ lowCents, highCents, currency }: Amount) =>
  `80% interval: ${formatMoney(lowCents, currency)} to ${formatMoney(highCents, currency)}.`;

/** A probability is never shown as certain. */
export function sureness(confidence: number): string {
  return confidence >= 0.995 ? 'More than 99%' : formatPercent(confidence, 0);
}
