import type { EditChange, PageChange } from '@/api/edits';
import { changeWords } from '@/components/edits/edit-words';
import { TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';

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

/** Structured data are edited where they come from: the audit or the engine. */
export function isEditable({ kind }: PageChange): boolean {
  return kind !== 'set_structured_data';
}

interface Values {
  text: string;
  /** Words of a link. */
  anchor: string;
}

/** Changes the text of a change; closed without one. */
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
    defaultValues: valuesOf(change),
    save: (values: Values) => save(withValues(change, values)),
    nameOf: (field) => (field.endsWith('/anchor') ? 'anchor' : 'text'),
    failure: 'Failed to save the change',
    onSaved,
  });
  const { control } = form;
  const label = labelOf(change);
  return (
    <Form form={form}>
      {change.kind === 'add_link' ? (
        <TextField
          control={control}
          name="anchor"
          label="Words to link"
          hint="They must be in the text of the page."
          maxLength={200}
          required="Enter the words to link."
        />
      ) : null}
      {change.kind === 'set_description' ? (
        <TextareaField
          control={control}
          name="text"
          label={label}
          hint="70 to 155 characters are shown whole."
          required="Enter a text."
        />
      ) : (
        <TextField control={control} name="text" label={label} maxLength={2000} required="Enter a text." />
      )}
      <div>
        <Button type="submit" needsNetwork busy={form.isBusy}>
          Save change
        </Button>
      </div>
    </Form>
  );
}

function labelOf({ kind }: PageChange): string {
  if (kind === 'set_title') return 'Title';
  if (kind === 'set_description') return 'Meta description';
  if (kind === 'set_heading') return 'First heading';
  return kind === 'add_link' ? 'Target of the link' : 'Target of the redirect';
}

function valuesOf(change: PageChange): Values {
  switch (change.kind) {
    case 'set_title':
      return { text: change.title, anchor: '' };
    case 'set_description':
      return { text: change.description, anchor: '' };
    case 'set_heading':
      return { text: change.heading, anchor: '' };
    case 'add_link':
      return { text: change.target, anchor: change.anchor };
    case 'add_redirect':
      return { text: change.to, anchor: '' };
    case 'set_structured_data':
      return { text: '', anchor: '' };
  }
}

function withValues(change: PageChange, { text, anchor }: Values): PageChange {
  const typed = text.trim();
  switch (change.kind) {
    case 'set_title':
      return { ...change, title: typed };
    case 'set_description':
      return { ...change, description: typed };
    case 'set_heading':
      return { ...change, heading: typed };
    case 'add_link':
      return { ...change, target: typed, anchor: anchor.trim() };
    case 'add_redirect':
      return { ...change, to: typed };
    case 'set_structured_data':
      return change;
  }
}
