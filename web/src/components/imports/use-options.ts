import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { type ImportOptions, importApi, importQueries } from '@/api/imports';
import type { Import } from '@/api/types';

/** Changes how an upload is read. The new preview replaces the shown one. */
export function useOptions(record: Import) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (change: Partial<ImportOptions>) => importApi.setOptions(record.id, { ...record.options, ...change }),
    onSuccess: ({ success, import: changed, duplicates }) =>
      queries.setQueryData(importQueries.detail(record.id).queryKey, { success, import: changed, duplicates }),
  });
  return {
    change: mutation.mutate,
    isBusy: mutation.isPending,
    error: mutation.error ? errorText(mutation.error) : null,
  };
}
