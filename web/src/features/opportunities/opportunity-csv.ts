import type { Opportunity } from '@/api/types';
import { toCsv } from '@/lib/csv';

const HEADERS = [
  'opportunity',
  'category',
  'state',
  'score',
  'difficulty',
  'work_minutes',
  'low_cents_a_month',
  'mid_cents_a_month',
  'high_cents_a_month',
  'currency',
  'engine',
  'updated_at',
];

/** The list as CSV: money in cents, times in UTC. */
export function opportunityCsv(opportunities: readonly Opportunity[]): string {
  return toCsv(
    HEADERS,
    opportunities.map(({ impact, ...each }) => [
      each.title,
      each.category,
      each.status,
      each.score,
      each.difficulty,
      each.effortMinutes,
      impact?.lowCents ?? null,
      impact?.midCents ?? null,
      impact?.highCents ?? null,
      impact?.currency ?? null,
      each.engineId,
      each.updatedAt,
    ]),
  );
}
