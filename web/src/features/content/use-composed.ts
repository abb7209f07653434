import { useQuery } from '@tanstack/react-query';
import type { DocumentVersion } from '@/api/documents';
import { runQueries } from '@/api/runs';
import type { Schemas } from '@/api/types';

/** What the composer reports about a version of its own. Runs of earlier versions lack some of it. */
export interface Composed {
  /** The score without grammar. */
  score?: Schemas['ContentScoreResult'];
  notes?: readonly string[];
  /** Questions of the brief that neither the facts nor the pack answer. */
  unanswered?: readonly string[];
  /** Headings of the brief that no fact and no statement is about. */
  missingSections?: readonly string[];
}

/** The result of the run that composed a version; null for other versions, and once the result is deleted. */
export function useComposed(version: DocumentVersion | null): Composed | null {
  const runId = version?.origin === 'composed' ? version.runId : null;
  const { data } = useQuery({ ...runQueries.result(runId ?? ''), enabled: runId !== null, retry: false });
  return (data?.result ?? null) as Composed | null;
}
