import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import type { Workspace } from '@/api/types';
import { workspaceApi, workspaceQueries } from '@/api/workspaces';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { useAuth } from '@/hooks/use-auth';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';
import { UnsavedChanges } from './unsaved-changes';

/** For owners: another name, for all members. */
export function RenameWorkspace({ workspace }: { workspace: Workspace }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={`Rename ${workspace.name}`} onClick={() => setOpen(true)}>
        Rename
      </Button>
      <Dialog open={open} onClose={() => beforeLeaving(close)} title={`Rename ${workspace.name}`}>
        {open ? <RenameForm workspace={workspace} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

function RenameForm({ workspace, onDone }: { workspace: Workspace; onDone: () => void }) {
  const [name, setName] = useState(workspace.name);
  const form = useRef<HTMLFormElement>(null);
  const rename = useRename(workspace.id, onDone);
  const error = rename.error instanceof ApiError ? rename.error.fields.name : undefined;
  return (
    <form
      ref={form}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate(name.trim());
      }}
    >
      <UnsavedChanges isDirty={name.trim() !== workspace.name && !rename.isSuccess} form={form} />
      <Field
        label="New name"
        error={error ?? (rename.isError ? errorText(rename.error) : null)}
        className="min-w-56 flex-1"
      >
        {(control) => (
          <Input {...control} required maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Button type="submit" busy={rename.isPending} needsNetwork>
        Save name
      </Button>
    </form>
  );
}

function useRename(workspaceId: string, onDone: () => void) {
  const queries = useQueryClient();
  const { refreshUser } = useAuth();
  return useMutation({
    mutationFn: (name: string) => workspaceApi.rename(workspaceId, name),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: workspaceQueries.all() });
      showToast({ title: 'Workspace renamed' });
      onDone();
      // The account menu shows the name too.
      await refreshUser();
    },
  });
}
