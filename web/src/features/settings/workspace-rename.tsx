import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Workspace } from '@/api/types';
import { workspaceApi, workspaceQueries } from '@/api/workspaces';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useAuth } from '@/hooks/use-auth';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';
import { UnsavedChanges } from './unsaved-changes';

/** Form for owners to rename a workspace. */
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
  const element = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const { refreshUser } = useAuth();
  const form = useSaveForm({
    defaultValues: { name: workspace.name },
    save: ({ name }) => workspaceApi.rename(workspace.id, name.trim()),
    onSaved: async () => {
      await queries.invalidateQueries({ queryKey: workspaceQueries.all() });
      showToast({ title: 'Workspace renamed' });
      onDone();
      // The account menu shows the name too.
      await refreshUser();
    },
  });
  return (
    <Form form={form} ref={element}>
      <UnsavedChanges isDirty={form.isDirty} form={element} />
      <TextField
        control={form.control}
        name="name"
        label="New name"
        maxLength={80}
        required="Enter a name for the workspace."
      />
      <div>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Save name
        </Button>
      </div>
    </Form>
  );
}
