import type { Campaign, CampaignAction } from '@/api/campaigns';
import { addDays } from '@/lib/days';

export interface BudgetDay {
  day: string;
  /** What was left for sites at the end of the day, in cents. */
  leftCents: number;
}

/** Budget for sites that was left at the end of each day on which the steps committed it. */
export function budgetDays(
  actions: readonly Pick<CampaignAction, 'day' | 'costCents'>[],
  budget: Campaign['budget'],
): BudgetDay[] {
  const byDay = new Map<string, number>();
  for (const { day, costCents } of actions) byDay.set(day, (byDay.get(day) ?? 0) + costCents);
  const days = [...byDay.keys()].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  let left = budget.totalCents - budget.providerCents;
  const all: BudgetDay[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    left -= byDay.get(day) ?? 0;
    all.push({ day, leftCents: left });
  }
  return all;
}
