import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ContentDocument, type DocumentVersion, documentApi } from '@/api/documents';
import { typedResult } from '@/api/engine-results';
import { ApiError, errorText } from '@/api/errors';
import { isFinished, runQueries } from '@/api/runs';
import type { Run, Schemas } from '@/api/types';
import { useOnline } from '@/hooks/use-online';
import { asStored, type Draft } from './draft';
import { useComposed } from './use-composed';
import type { DraftState } from './use-draft';

export type Score = Schemas['ContentScoreResult'];

/** Delay before an edited text is scored again, in milliseconds. */
const SETTLE_MS = 1_500;

/** What a score is about: another text or another brief has another score. */
interface Subject {
  draft: Draft;
  revision: number;
}

export interface Scoring {
  /** The latest score; null if nothing was checked. */
  score: Score | null;
  /** Whether it is about the text on the screen and the present brief. */
  isCurrent: boolean;
  isChecking: boolean;
  /** Why there is no score. */
  problem: string | null;
  /** Scores the text now, and again after each edit. Null for those who cannot. */
  check: (() => void) | null;
}

const textOf = (error: unknown) =>
  (error instanceof ApiError ? Object.values(error.fields)[0] : undefined) ?? errorText(error);

/** The run with its result, from its start to its end. */
function useScoreRun(started: Run | null) {
  const isOver = started === null || isFinished(started);
  const { data: watched } = useQuery({ ...runQueries.detail(started?.id ?? ''), enabled: !isOver });
  const run = isOver ? started : (watched ?? started);
  const isDone = run?.status === 'succeeded';
  const result = useQuery({
    ...runQueries.result(run?.id ?? ''),
    enabled: isDone,
    // The previous score stays until the next one is there.
    placeholderData: (previous) => previous,
  });
  const score = result.data ? typedResult('content.score', result.data.result) : null;
  return { run, score, isLoaded: isDone && result.data !== undefined && !result.isPlaceholderData };
}

/** Starts checks; an answer that a later check has overtaken is dropped. */
function useStart(document: ContentDocument) {
  const [checked, setChecked] = useState<{ subject: Subject; run: Run } | null>(null);
  const latest = useRef<Subject | null>(null);
  const start = useMutation({
    mutationFn: ({ draft, isDirty }: Subject & { isDirty: boolean }) =>
      documentApi.score(document.id, isDirty ? { draft: asStored(draft) } : {}),
    onMutate: ({ draft, revision }) => {
      latest.current = { draft, revision };
    },
    onSuccess: ({ run }, { draft, revision }) => {
      if (latest.current?.draft === draft && latest.current.revision === revision) {
        setChecked({ subject: { draft, revision }, run });
      }
    },
  });
  return { start, checked, latest };
}

/** The score of the text on the screen. After the first check, an edited text is scored again once it settles. */
export function useScoring(
  document: ContentDocument,
  version: DocumentVersion | null,
  { draft, isDirty }: DraftState,
  canChange: boolean,
): Scoring {
  const isOnline = useOnline();
  const composed = useComposed(version)?.score ?? null;
  const [isWanted, setWanted] = useState(false);
  const { start, checked, latest } = useStart(document);
  const { run, score, isLoaded } = useScoreRun(checked?.run ?? null);
  const { mutate } = start;
  const { revision } = document;
  useEffect(() => {
    const isKnown = latest.current?.draft === draft && latest.current.revision === revision;
    if (!isWanted || !isOnline || isKnown) return;
    const timer = setTimeout(() => mutate({ draft, revision, isDirty }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isWanted, isOnline, draft, revision, isDirty, mutate, latest]);
  const isOfScreen = checked?.subject.draft === draft && checked.subject.revision === revision;
  const hasFailed = run !== null && isFinished(run) && run.status !== 'succeeded';
  const problem = start.isError
    ? textOf(start.error)
    : hasFailed
      ? (run.error?.detail ?? 'The check was stopped.')
      : null;
  return {
    score: score ?? composed,
    isCurrent: score ? isOfScreen && isLoaded : composed !== null && !isDirty,
    isChecking: start.isPending || (run !== null && !hasFailed && !isLoaded),
    problem,
    check: canChange
      ? () => {
          setWanted(true);
          mutate({ draft, revision, isDirty });
        }
      : null,
  };
}
