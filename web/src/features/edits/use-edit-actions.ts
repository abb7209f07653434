import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { downloadFile } from '@/api/download';
import { type Edit, type EditUpdate, editApi, editQueries } from '@/api/edits';
import { errorText } from '@/api/errors';
import { toastFailure } from '@/lib/failed';
import { showToast } from '@/lib/toast';

/** What a person does with an edit. Each shows the answer at once and refetches all that depends on edits. */
export function useEditActions({ id, updatedAt }: Pick<Edit, 'id' | 'updatedAt'>, onDeleted?: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keep = (answer: { edit: Edit }) => {
    queries.setQueryData(editQueries.detail(answer.edit.id).queryKey, { success: true, ...answer });
    // What a person made is undone by another edit.
    if (answer.edit.id !== id) navigate(`/edits/${answer.edit.id}`);
  };
  const refresh = async () => {
    await Promise.all(
      ['edits', 'runs', 'opportunities', 'sites', 'experiments', 'annotations'].map((noun) =>
        queries.invalidateQueries({ queryKey: [noun] }),
      ),
    );
  };
  const failing = (title: string) => (error: unknown) => toastFailure(title, errorText(error));
  /** A step with its own call, which answers with the edit. */
  const step = (call: (id: string) => Promise<{ edit: Edit }>, failure: string) => ({
    mutationFn: () => call(id),
    onSuccess: keep,
    onError: failing(failure),
    onSettled: refresh,
  });
  const prepare = useMutation(step(editApi.prepare, 'Failed to prepare the edit'));
  const approve = useMutation(step((edit) => editApi.approve(edit, updatedAt), 'Failed to approve the edit'));
  const check = useMutation(step(editApi.check, 'Failed to check the pages'));
  const undo = useMutation(step(editApi.undo, 'Failed to undo the edit'));
  const cancel = useMutation(step(editApi.cancel, 'Failed to cancel the edit'));
  const update = useMutation({
    mutationFn: (changes: EditUpdate) => editApi.update(id, changes),
    onSuccess: keep,
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => editApi.remove(id),
    onSuccess: () => {
      // First away from its page, which would ask for the deleted edit again.
      onDeleted?.();
      queries.removeQueries({ queryKey: editQueries.detail(id).queryKey });
      showToast({ title: 'Edit deleted' });
    },
    onError: failing('Failed to delete the edit'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['edits', 'list'] }),
  });
  const savePatch = useMutation({
    mutationFn: () => downloadFile(editApi.patch(id), `edit-${id}.patch`),
    onError: failing('The download failed'),
  });
  return { prepare, approve, check, undo, cancel, update, remove, savePatch };
}
