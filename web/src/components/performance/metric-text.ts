import type { Metric } from '@/api/performance';
import { formatMoney, formatNumber, formatPercent, formatPosition } from '@/lib/format';

/** Names that differ from the server's, so that each concept has one name in the app. */
const NAMES: Record<string, string> = {
  ctr: 'CTR',
  searches: 'Queries',
  opportunityValue: 'Monthly value of open opportunities',
};

export function metricName({ id, name }: Pick<Metric, 'id' | 'name'>): string {
  return NAMES[id] ?? name;
}

/** A value of a metric in its unit. */
export function metricText({ unit }: Pick<Metric, 'unit'>, value: number | null): string {
  if (unit === 'share') return formatPercent(value, 2);
  if (unit === 'position') return formatPosition(value);
  if (unit.startsWith('money')) return formatMoney(value === null ? null : value * 100);
  return formatNumber(value, 0);
}

export interface ChangeText {
  /** Signed value, such as "+12.3%". */
  text: string;
  /** Text for readers who cannot see colour or arrow. */
  words: string;
  /** Whether the arrow points up. */
  isUp: boolean;
  tone: 'good' | 'bad' | 'same';
}

/** Change of a metric relative to the 28 days before; null if those are incomplete. */
export function changeText({ unit, change, direction }: Metric): ChangeText | null {
  if (change === null) return null;
  const size = unit === 'position' ? `${formatNumber(Math.abs(change), 1)} places` : formatPercent(Math.abs(change));
  if (Number(size.replace(/[^\d.]/g, '')) === 0)
    return { text: 'unchanged', words: 'unchanged compared with the previous 28 days', isUp: false, tone: 'same' };
  const isGood = change > 0 === (direction === 'up_is_good');
  // A lower position is a climb, shown like every other gain.
  const isUp = unit === 'position' ? change < 0 : change > 0;
  const words = `${isUp ? 'up' : 'down'} ${size}, ${isGood ? 'better' : 'worse'} than the previous 28 days`;
  return { text: `${isUp ? '+' : '−'}${size}`, words, isUp, tone: isGood ? 'good' : 'bad' };
}
