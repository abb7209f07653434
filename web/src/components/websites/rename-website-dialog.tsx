import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import type { Website } from '@/api/types';
import { websiteApi, websiteQueries } from '@/api/websites';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { showToast } from '@/lib/toast';

/** Asks for a new name of a website. */
export function RenameWebsiteDialog({
  website,
  open,
  onClose,
}: {
  website: Website;
  open: boolean;
  onClose: () => void;
}) {
  const form = useId();
  const queries = useQueryClient();
  const [name, setName] = useState(website.name);
  const rename = useMutation({
    mutationFn: () => websiteApi.update(website.id, { name: name.trim() }),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: websiteQueries.all() });
      showToast({ title: 'Website renamed', description: name.trim() });
      onClose();
    },
  });
  const error = rename.error instanceof ApiError ? rename.error.fields.name : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) rename.mutate();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rename website"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={rename.isPending} disabled={!name.trim()} needsNetwork>
            Rename website
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label="Name" error={error ?? (rename.error ? errorText(rename.error) : null)}>
          {(control) => (
            <Input {...control} maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
