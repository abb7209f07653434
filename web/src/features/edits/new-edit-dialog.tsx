import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { editApi, editQueries } from '@/api/edits';
import type { Website } from '@/api/types';
import {
  type ChangeValues,
  changeFormName,
  changeOf,
  changeValues,
  KINDS_OF_CHANGES,
} from '@/components/edits/change-kinds';
import { CheckField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ChangeFields } from './change-fields';
import { MEASURED_HINT, MEASURED_LABEL } from './measured';

interface Values {
  websiteId: string;
  change: ChangeValues;
  reason: string;
  isMeasured: boolean;
}

/** Creates an edit with one change; further ones are added on its page. */
export function NewEditDialog({
  open,
  websites,
  websiteId,
  onClose,
}: {
  open: boolean;
  websites: readonly Website[];
  websiteId: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New edit"
      description="A draft. The page is read when you prepare it, and nothing is written before you approve it."
    >
      {open ? <NewEditForm websites={websites} websiteId={websiteId} /> : null}
    </Dialog>
  );
}

function NewEditForm({ websites, websiteId }: { websites: readonly Website[]; websiteId: string }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: { websiteId, change: changeValues('set_title'), reason: '', isMeasured: true } satisfies Values,
    save: ({ change, ...rest }: Values) => editApi.create({ ...rest, changes: [changeOf(change)] }),
    nameOf: (field, { change }) =>
      field.startsWith('changes/') ? `change.${changeFormName(field, change.kind)}` : field,
    failure: 'Failed to create the edit',
    onSaved: ({ edit }) => {
      queries.setQueryData(editQueries.detail(edit.id).queryKey, { success: true, edit });
      navigate(`/edits/${edit.id}`);
      return queries.invalidateQueries({ queryKey: ['edits', 'list'] });
    },
  });
  const { control } = form;
  const kind = useWatch({ control, name: 'change.kind' });
  return (
    <Form form={form}>
      <SelectField
        control={control}
        name="websiteId"
        label="Website"
        required="Choose a website."
        options={websites.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        control={control}
        name="change.kind"
        label="Change"
        options={KINDS_OF_CHANGES.map(({ kind: value, action }) => ({ value, label: action }))}
      />
      <TextField
        control={control}
        name="change.path"
        label={kind === 'add_redirect' ? 'Old path' : 'Path of the page'}
        hint="It starts with a slash, such as /prices/. The home page is /."
        required="Enter a path."
        maxLength={2000}
      />
      <ChangeFields control={control} kind={kind} prefix="change.fields." />
      <TextareaField
        control={control}
        name="reason"
        label="Reason (optional)"
        hint="It appears in the change log, such as “The title does not name the city.”"
        rows={2}
      />
      <CheckField control={control} name="isMeasured" label={MEASURED_LABEL} hint={MEASURED_HINT} />
      <div>
        <Button type="submit" needsNetwork busy={form.isBusy}>
          Create edit
        </Button>
      </div>
    </Form>
  );
}
