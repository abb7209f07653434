import type { Opportunity } from '@/api/types';
import { amountCell, toCsv } from '@/lib/csv';

const HEADERS = [
  'Opportunity',
  'Category',
  'State',
  'Score (0 to 100)',
  'Difficulty (0 to 100)',
  'Work (minutes)',
  'Monthly value, low',
  'Monthly value',
  'Monthly value, high',
  'Currency',
  'Engine',
  'Updated (UTC)',
];

/** The list as CSV: money in units of the currency, times in UTC. */
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
      amountCell(impact?.lowCents),
      amountCell(impact?.midCents),
      amountCell(impact?.highCents),
      impact?.currency ?? null,
      each.engineId,
      each.updatedAt,
    ]),
  );
}
