import type { Metric } from '@/api/performance';
import { formatDay, formatNumber, formatPercent } from '@/lib/format';

/** What happened to the clicks, as a sentence; null without two complete periods. */
export function clicksAnswer(clicks: Metric | undefined): string | null {
  if (!clicks || clicks.change === null || clicks.value === null) return null;
  const until = clicks.at ? ` to ${formatDay(clicks.at)}` : '';
  return `${formatNumber(clicks.value, 0)} clicks in the 28 days${until}, ${comparedText(clicks.change)} in the previous 28 days.`;
}

/** "16.7% more than". */
function comparedText(change: number): string {
  const size = formatPercent(Math.abs(change));
  if (Number.parseFloat(size) === 0) return 'as many as';
  return `${size} ${change > 0 ? 'more' : 'fewer'} than`;
}
