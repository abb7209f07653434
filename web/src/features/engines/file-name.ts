import type { Run } from '@/api/types';

/** The name of files with a run's figures. */
export function fileName(run: Run): string {
  return `${run.engineId}-${run.action}-${(run.finishedAt ?? run.createdAt).slice(0, 10)}`;
}
