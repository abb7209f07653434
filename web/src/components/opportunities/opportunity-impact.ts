import type { Money, Opportunity } from '@/api/types';

/** The impact as money; the plain-number form of the specification is in units of the currency. */
export function impactOf(opportunity: Opportunity): Money | null {
  const { impact } = opportunity;
  if (!impact) return null;
  if ('midCents' in impact) return impact;
  const [lowCents, midCents, highCents] = [impact.low, impact.mid, impact.high].map((units) => Math.round(units * 100));
  if (lowCents === undefined || midCents === undefined || highCents === undefined) return null;
  return { lowCents, midCents, highCents, currency: 'USD' };
}

const WAITING = ['discovered', 'in_review', 'failed'];

/** True while there is something to implement. */
export function canImplement(opportunity: Opportunity): boolean {
  return WAITING.includes(opportunity.status);
}
