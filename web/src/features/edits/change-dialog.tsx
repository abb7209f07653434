import type { EditChange, PageChange } from '@/api/edits';
import { changeFormName, changeOf, changeValues, kindOfChange } from '@/components/edits/change-kinds';
import { changeWords } from '@/components/edits/edit-words';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ChangeFields } from './change-fields';

/** A change as the server takes it, without what the website shows. */
export function plainChange({
  isApplied: _a,
  found: _f,
  problem: _p,
  instruction: _i,
  ...change
}: EditChange): PageChange {
  return change as PageChange;
}

/** Structured data and removals are edited where they come from. */
export function isEditable({ kind }: PageChange): boolean {
  return kindOfChange(kind) !== undefined;
}

/** Changes the texts of a change; closed without one. */
export function ChangeDialog({
  change,
  save,
  onClose,
}: {
  change: PageChange | null;
  save: (change: PageChange) => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={change !== null}
      onClose={onClose}
      title={change ? changeWords(change).action : 'Change'}
      description={change ? `Page ${changeWords(change).path}` : undefined}
    >
      {change ? <ChangeForm change={change} save={save} onSaved={onClose} /> : null}
    </Dialog>
  );
}

function ChangeForm({
  change,
  save,
  onSaved,
}: {
  change: PageChange;
  save: (change: PageChange) => Promise<unknown>;
  onSaved: () => void;
}) {
  const form = useSaveForm({
    defaultValues: changeValues(change.kind, change),
    // What the form does not show stays, such as whether a redirect is permanent.
    save: (values) => save({ ...change, ...changeOf(values) } as PageChange),
    nameOf: (field) => changeFormName(field, change.kind),
    failure: 'Failed to save the change',
    onSaved,
  });
  return (
    <Form form={form}>
      <ChangeFields control={form.control} kind={change.kind} prefix="fields." />
      <div>
        <Button type="submit" needsNetwork busy={form.isBusy}>
          Save change
        </Button>
      </div>
    </Form>
  );
}
