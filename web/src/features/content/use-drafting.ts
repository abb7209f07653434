import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ContentDocument, documentApi, documentQueries } from '@/api/documents';
import { ApiError } from '@/api/errors';
import { runQueries } from '@/api/runs';
import type { Run } from '@/api/types';
import { showToast } from '@/lib/toast';
import type { DraftState } from './use-draft';
import type { Saving } from './use-saving';

export type DraftChoice = Omit<Parameters<typeof documentApi.draft>[1], 'baseVersion'>;

const isLost = (run: Run | undefined) => run?.status === 'failed' || run?.status === 'cancelled';

/** A live event reports a failure without its reason, which is loaded next. */
const isSilent = (run: Run) => run.status === 'failed' && run.error === null;

/** Writes the document with a language model. Unsaved changes are saved first; a failed run changes nothing. */
export function useDrafting(document: ContentDocument, isWriting: boolean, text: DraftState, saving: Saving) {
  const queries = useQueryClient();
  // The run that was started or has failed here; the document itself knows it as soon as it is loaded again.
  const [followed, setFollowed] = useState<string | null>(null);
  const runId = (isWriting ? document.runId : null) ?? followed;
  const { data: run, isFetching } = useQuery({ ...runQueries.detail(runId ?? ''), enabled: runId !== null });
  const start = useMutation({
    mutationFn: async (choice: DraftChoice) => {
      const base = text.isDirty ? (await saving.save.mutateAsync(text.base)).version.number : document.version;
      return (await documentApi.draft(document.id, { ...choice, baseVersion: base })).run;
    },
    onSuccess: (started) => {
      queries.setQueryData(runQueries.detail(started.id).queryKey, { success: true, run: started });
      setFollowed(started.id);
      saving.refresh();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) saving.refresh();
    },
  });
  /** Takes in the end of a run that writes the document, of any kind. */
  const finish = async (ended: Run) => {
    const isDraft = ended.kind === 'document_draft';
    if (isDraft && isLost(ended)) setFollowed(ended.id);
    await saving.refresh();
    if (!isDraft || isLost(ended)) return;
    setFollowed((id) => (id === ended.id ? null : id));
    const version = queries.getQueryData(documentQueries.detail(document.id).queryKey)?.version;
    if (version) showToast({ title: `Version ${version.number} written`, description: version.note || undefined });
  };
  const isDraft = run?.kind === 'document_draft';
  // The end of a run counts once the document is loaded again.
  const hasLost = isDraft && isLost(run) && !isWriting;
  return {
    start,
    finish,
    /** The run that writes the document, composing runs included; null if none does. */
    runId: hasLost ? null : runId,
    /** Whether that run, or the last one, uses a language model. */
    isDraft,
    isDrafting: isDraft && !isLost(run),
    /** The last run of the document, if it was to write it with a model and did not. */
    lost: hasLost && document.runId === run.id && !(isFetching && isSilent(run)) ? run : null,
    dismiss: () => setFollowed(null),
  };
}

export type Drafting = ReturnType<typeof useDrafting>;
