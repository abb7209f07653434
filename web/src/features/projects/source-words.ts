import { isFinished } from '@/api/runs';
import type { DataSource } from '@/api/sources';
import type { Tone } from '@/components/ui/badge';

const DAY = 86_400_000;

function days(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** State of a source in two words. */
export function sourceState(source: DataSource): { label: string; tone: Tone } {
  const { run, status } = source;
  if (run && !isFinished(run)) return { label: run.status === 'queued' ? 'Waiting' : 'Syncing', tone: 'info' };
  if (status === 'expired' || status === 'revoked') return { label: 'Access lost', tone: 'danger' };
  if (source.error) return { label: 'Failed', tone: 'danger' };
  if (source.syncedAt) return { label: 'Up to date', tone: 'success' };
  return { label: 'Not synced yet', tone: 'neutral' };
}

/** Number of stored days whose figures may still change. */
export function preliminaryDays({ lastDay, lastFinalDay }: DataSource): number {
  if (!lastDay || !lastFinalDay) return 0;
  return Math.max(0, days(lastFinalDay, lastDay));
}

/** How much of the first sync is stored, in percent; null once it is complete. */
export function backFill({ firstDay, lastDay, wantedFrom }: DataSource): number | null {
  if (!wantedFrom || !firstDay || !lastDay || firstDay <= wantedFrom) return null;
  const wanted = days(wantedFrom, lastDay) + 1;
  return (100 * (days(firstDay, lastDay) + 1)) / wanted;
}
