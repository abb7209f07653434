import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ContentDocument, documentApi, documentQueries } from '@/api/documents';
import { ApiError, errorText } from '@/api/errors';
import { isFinished } from '@/api/runs';
import type { Run } from '@/api/types';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';
import type { Part } from './text-view';
import type { DraftState } from './use-draft';
import type { Saving } from './use-saving';

const NAMES: Record<Part['scope'], string> = { page: 'Page', section: 'Section', sentence: 'Sentence' };

/** Composes the page or a part of it. Unsaved changes are saved first, so that they become a version of their own. */
export function useComposing(document: ContentDocument, text: DraftState, saving: Saving) {
  const queries = useQueryClient();
  const ended = async (run: Run, part: Part) => {
    const before = document.version;
    await saving.refresh();
    const now = queries.getQueryData(documentQueries.detail(document.id).queryKey)?.document.version ?? before;
    if (run.status === 'failed') toastFailure('Nothing was composed', run.error?.detail);
    else if (now === before && !text.isDirty) showToast({ title: 'The same text was composed' });
    else showToast({ title: `${NAMES[part.scope]} composed`, description: `Version ${now}` });
  };
  return useMutation({
    mutationFn: async (part: Part) => {
      const base = text.isDirty ? (await saving.save.mutateAsync(text.base)).version.number : document.version;
      const { run } = await documentApi.compose(document.id, { ...part, baseVersion: base });
      return run;
    },
    onSuccess: (run, part) => (isFinished(run) ? ended(run, part) : saving.refresh()),
    onError: (error) => {
      if (saving.save.isError) return;
      const fields = error instanceof ApiError ? Object.values(error.fields) : [];
      toastFailure('Nothing was composed', fields[0] ?? errorText(error));
      if (error instanceof ApiError && error.status === 409) saving.refresh();
    },
  });
}

/** What is missing before the page can be composed; null if nothing is. */
export function missingFor(document: ContentDocument): string | null {
  if (document.query.trim() === '') return 'Add the query of the page to its subject first.';
  const { facts = [] } = document.brief;
  if (facts.length === 0 && document.vertical === null) return 'Add facts, or choose a vertical, first.';
  return null;
}
