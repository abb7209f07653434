import type { Run } from '@/api/types';
import { localDay } from '@/lib/days';

/** Name of files with a run's data. */
export function fileName(run: Run): string {
  return `${run.engineId}-${run.action}-${localDay(new Date(run.finishedAt ?? run.createdAt))}`;
}
