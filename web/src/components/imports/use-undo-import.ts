import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { importApi } from '@/api/imports';
import type { Import } from '@/api/types';
import { showToast } from '@/lib/toast';

/** Undoes an import. Everything that was computed from its rows is loaded again. */
export function useUndoImport(onUndone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (record: Import) => importApi.undo(record.id),
    onSuccess: (_answer, record) => {
      queries.invalidateQueries();
      showToast({ title: 'Import undone', description: record.fileName });
      onUndone?.();
    },
    onError: (error) => showToast({ title: errorText(error), variant: 'destructive' }),
  });
}
