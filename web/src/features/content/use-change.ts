import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ContentDocument, documentApi, documentQueries } from '@/api/documents';
import { ApiError, errorText } from '@/api/errors';
import { toastFailure } from '@/lib/failed';

export type Change = Parameters<typeof documentApi.change>[1];

/** Changes a document; a conflict loads it again. */
export function useChange(document: ContentDocument) {
  const queries = useQueryClient();
  const key = documentQueries.detail(document.id).queryKey;
  return useMutation({
    mutationFn: (change: Omit<Change, 'revision'>) =>
      documentApi.change(document.id, { ...change, revision: document.revision }),
    onSuccess: (answer) => {
      queries.setQueryData(key, answer);
      queries.invalidateQueries({ queryKey: ['documents', 'list'] });
    },
    onError: (error) => {
      const isStale = error instanceof ApiError && error.status === 409;
      if (isStale) queries.invalidateQueries({ queryKey: key });
      const fields = error instanceof ApiError ? Object.values(error.fields).join(' ') : '';
      toastFailure('The brief was not saved', fields || errorText(error));
    },
  });
}
