import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Website } from '@/api/types';
import { websiteApi, websiteQueries } from '@/api/websites';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
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
  const id = useId();
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: { name: website.name },
    save: ({ name }) => websiteApi.update(website.id, { name: name.trim() }),
    onSaved: (_answer, { name }) => {
      queries.invalidateQueries({ queryKey: websiteQueries.all() });
      showToast({ title: 'Website renamed', description: name.trim() });
      onClose();
    },
  });
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
          <Button type="submit" form={id} busy={form.isBusy} needsNetwork>
            Rename website
          </Button>
        </>
      }
    >
      <Form form={form} id={id}>
        <TextField
          control={form.control}
          name="name"
          label="Name"
          maxLength={200}
          required="Enter a name for the website."
        />
      </Form>
    </Dialog>
  );
}
