import type { Opportunity } from '@/api/types';

const WAITING = ['discovered', 'in_review', 'failed'];

/** True while there is something to implement. */
export function canImplement(opportunity: Opportunity): boolean {
  return WAITING.includes(opportunity.status);
}
