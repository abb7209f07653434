import type { Run } from '@/api/types';

/** Name of files with a run's data. */
export function fileName(run: Run): string {
  return `${run.engineId}-${run.action}-${(run.finishedAt ?? run.createdAt).slice(0, 10)}`;
}
