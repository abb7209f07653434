import type { WebVitals } from '@/api/sources';
import type { Tone } from '@/components/ui/badge';
import { formatNumber, NO_VALUE } from '@/lib/format';

export type VitalsMetric = 'lcp' | 'inp' | 'cls';

interface MetricWords {
  name: string;
  title: string;
  /** Highest good value, and highest value that is not poor: the thresholds of Google. */
  good: number;
  fair: number;
  thresholds: string;
}

export const METRICS: Record<VitalsMetric, MetricWords> = {
  lcp: { name: 'LCP', title: 'Largest Contentful Paint', good: 2500, fair: 4000, thresholds: 'Good up to 2.5 s' },
  inp: { name: 'INP', title: 'Interaction to Next Paint', good: 200, fair: 500, thresholds: 'Good up to 200 ms' },
  cls: { name: 'CLS', title: 'Cumulative Layout Shift', good: 0.1, fair: 0.25, thresholds: 'Good up to 0.1' },
};

export const METRIC_KEYS: readonly VitalsMetric[] = ['lcp', 'inp', 'cls'];

/** "2.4 s", "180 ms", "0.08". */
export function vitalText(metric: VitalsMetric, value: number | null | undefined): string {
  if (value === null || value === undefined) return NO_VALUE;
  if (metric === 'cls') return formatNumber(value, 2);
  return metric === 'lcp' ? `${formatNumber(value / 1000, 1)} s` : `${formatNumber(value, 0)} ms`;
}

/** Rating by Google's thresholds; null without a value. */
export function rating(metric: VitalsMetric, value: number | null | undefined): { label: string; tone: Tone } | null {
  if (value === null || value === undefined) return null;
  const { good, fair } = METRICS[metric];
  if (value <= good) return { label: 'Good', tone: 'success' };
  return value <= fair ? { label: 'Needs improvement', tone: 'warning' } : { label: 'Poor', tone: 'danger' };
}

/** Values of a metric over time, without gaps. */
export function valuesOf(history: readonly WebVitals[], metric: VitalsMetric): number[] {
  return history.flatMap((row) => row[metric] ?? []);
}
