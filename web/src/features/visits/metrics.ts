import type { VisitCounts } from '@/api/visits';
import { formatMoney, formatNumber, NO_VALUE } from '@/lib/format';

export interface VisitMetric {
  id: keyof VisitCounts;
  name: string;
}

/** Figures of a period, in the order of the tiles. */
export const METRICS: readonly VisitMetric[] = [
  { id: 'visits', name: 'Visits' },
  { id: 'views', name: 'Page views' },
  { id: 'engaged', name: 'Engaged' },
  { id: 'contacts', name: 'Contacts' },
  { id: 'conversions', name: 'Conversions' },
  { id: 'valueCents', name: 'Value' },
];

export const isMoney = ({ id }: VisitMetric): boolean => id === 'valueCents';

/** A figure in its unit. A value of zero is unknown: no conversion reported one. */
export function metricText(metric: VisitMetric, value: number, currency: string): string {
  if (!isMoney(metric)) return formatNumber(value, 0);
  return value === 0 ? NO_VALUE : formatMoney(value, currency);
}
