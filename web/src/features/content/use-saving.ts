import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ContentDocument, documentApi, documentQueries } from '@/api/documents';
import { ApiError, errorText, isUnreachable } from '@/api/errors';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';
import { asStored } from './draft';
import type { DraftState } from './use-draft';

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;

/** Text of a failed save; the unsaved text stays in this browser. */
function failureText(error: unknown): string {
  if (isUnreachable(error)) return 'Your text is saved here, not yet on the server. Save again when you are online.';
  const fields = error instanceof ApiError ? Object.values(error.fields) : [];
  return fields[0] ?? errorText(error);
}

/** Saves the text as a version. Somebody else's version is never overwritten: the conflict shows both. */
export function useSaving(document: ContentDocument, text: DraftState) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isConflicting, setConflicting] = useState(false);
  const key = documentQueries.detail(document.id).queryKey;
  const refresh = () => {
    queries.invalidateQueries({ queryKey: ['documents', 'versions', document.id] });
    queries.invalidateQueries({ queryKey: ['documents', 'list'] });
    return queries.invalidateQueries({ queryKey: key });
  };
  const save = useMutation({
    mutationFn: (base: number) => documentApi.save(document.id, { baseVersion: base, draft: asStored(text.draft) }),
    onMutate: () => text.draft,
    onSuccess: ({ version }, _, saved) => {
      // At once, so that the new version is not taken for somebody else's.
      queries.setQueryData(key, (old) =>
        old ? { ...old, document: { ...old.document, version: version.number }, version } : old,
      );
      text.settle(saved, version.number);
      refresh();
      setConflicting(false);
      showToast({ title: `Saved as version ${version.number}` });
    },
    onError: (error) => {
      if (isConflict(error)) {
        setConflicting(true);
        refresh();
      } else toastFailure('Not saved on the server', failureText(error));
    },
  });
  const copy = useMutation({
    mutationFn: () => {
      const { title, query, websiteId, vertical, place, intent, brief } = document;
      const fields = { title: `${title} (my copy)`.slice(0, 200), query, websiteId, vertical, place, intent, brief };
      return documentApi.create({ ...fields, draft: asStored(text.draft) });
    },
    onSuccess: (created) => {
      text.discard();
      setConflicting(false);
      refresh();
      showToast({ title: 'Your text is a document of its own', description: created.document.title });
      navigate(`/content-generator/${created.document.id}`);
    },
    onError: (error) => toastFailure('The copy was not created', failureText(error)),
  });
  return { save, copy, refresh, hasConflict: isConflicting || text.isBehind, endConflict: () => setConflicting(false) };
}

export type Saving = ReturnType<typeof useSaving>;
