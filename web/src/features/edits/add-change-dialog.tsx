import { useWatch } from 'react-hook-form';
import type { PageChange } from '@/api/edits';
import {
  type ChangeValues,
  changeFormName,
  changeOf,
  changeValues,
  KINDS_OF_CHANGES,
} from '@/components/edits/change-kinds';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ChangeFields } from './change-fields';

/** Adds a change to an edit. */
export function AddChangeDialog({
  open,
  path,
  save,
  onClose,
}: {
  open: boolean;
  /** Path that the form starts with. */
  path: string;
  save: (change: PageChange) => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add a change"
      description="With another change the edit must be prepared again."
    >
      {open ? <AddChangeForm path={path} save={save} onSaved={onClose} /> : null}
    </Dialog>
  );
}

function AddChangeForm({
  path,
  save,
  onSaved,
}: {
  path: string;
  save: (change: PageChange) => Promise<unknown>;
  onSaved: () => void;
}) {
  const form = useSaveForm({
    defaultValues: { ...changeValues('set_title'), path } satisfies ChangeValues,
    save: (values: ChangeValues) => save(changeOf(values)),
    nameOf: (field, { kind }) => changeFormName(field, kind),
    failure: 'Failed to add the change',
    onSaved,
  });
  const { control } = form;
  const kind = useWatch({ control, name: 'kind' });
  return (
    <Form form={form}>
      <SelectField
        control={control}
        name="kind"
        label="Change"
        options={KINDS_OF_CHANGES.map(({ kind: value, action }) => ({ value, label: action }))}
      />
      <TextField
        control={control}
        name="path"
        label={kind === 'add_redirect' ? 'Old path' : 'Path of the page'}
        required="Enter a path."
        maxLength={2000}
      />
      <ChangeFields control={control} kind={kind} prefix="fields." />
      <div>
        <Button type="submit" needsNetwork busy={form.isBusy}>
          Add change
        </Button>
      </div>
    </Form>
  );
}
