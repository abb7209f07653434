import { type FormEvent, useState } from 'react';
import type { Fact, FactKind } from '@/api/documents';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input, Select, Textarea } from '@/components/ui/field';
import { FACT_KINDS } from './facts-csv';
import { kindName } from './words';

/** Kinds that only the owner of a business knows. */
const NEEDS_OWNER: readonly FactKind[] = ['rating', 'award', 'experience'];

const PLACEHOLDERS: Partial<Record<FactKind, string>> = {
  business: 'Acme Roofing',
  service: 'roof repair',
  place: 'Tulsa, OK',
  price: '$350 to $900',
  duration: '45 minutes',
  phone: '918 555 0123',
  question: 'Do you offer financing?',
};

/** A new or changed fact. */
export function FactDialog({
  fact,
  busy,
  onSave,
  onClose,
}: {
  /** Null while closed. */
  fact: Fact | null;
  busy: boolean;
  onSave: (fact: Fact) => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={fact !== null}
      onClose={onClose}
      title={fact?.id ? 'Change fact' : 'Add fact'}
      description="Only what is true and has a source: sentences cite it."
    >
      {fact ? <FactForm fact={fact} busy={busy} onSave={onSave} onClose={onClose} /> : null}
    </Dialog>
  );
}

function FactForm({
  fact,
  busy,
  onSave,
  onClose,
}: {
  fact: Fact;
  busy: boolean;
  onSave: (fact: Fact) => void;
  onClose: () => void;
}) {
  const [values, setValues] = useState(fact);
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<Fact>) => setValues({ ...values, ...change });
  const kind = values.kind ?? 'statement';
  const needsAnswer = kind === 'question' && !values.detail?.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!values.value?.trim() || !values.source?.trim() || needsAnswer) return;
    onSave({
      ...values,
      kind,
      value: values.value.trim(),
      source: values.source.trim(),
      detail: values.detail || null,
    });
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field label="Kind">
        {(control) => (
          <Select {...control} value={kind} onChange={({ target }) => set({ kind: target.value as FactKind })}>
            {FACT_KINDS.map((each) => (
              <option key={each} value={each}>
                {kindName(each)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Value" error={isTried && !values.value?.trim() ? 'Enter the value.' : null}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            className="min-h-16"
            maxLength={2000}
            placeholder={PLACEHOLDERS[kind] ?? 'A complete sentence'}
            value={values.value ?? ''}
            onChange={({ target }) => set({ value: target.value })}
          />
        )}
      </Field>
      <Field
        label="Detail"
        hint="Subject of a price, duration or permit; the answer to a question."
        error={isTried && needsAnswer ? 'Enter the answer to the question.' : null}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={2000}
            value={values.detail ?? ''}
            onChange={({ target }) => set({ detail: target.value })}
          />
        )}
      </Field>
      <SourceFields values={values} kind={kind} isMissing={isTried && !values.source?.trim()} onChange={set} />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" needsNetwork busy={busy}>
          Save fact
        </Button>
      </div>
    </form>
  );
}

function SourceFields({
  values,
  kind,
  isMissing,
  onChange,
}: {
  values: Fact;
  kind: FactKind;
  isMissing: boolean;
  onChange: (change: Partial<Fact>) => void;
}) {
  return (
    <>
      <Field
        label="Source"
        hint="An address, a document, a person."
        error={isMissing ? 'Enter where the fact comes from.' : null}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={2000}
            placeholder="Price list of the owner"
            value={values.source ?? ''}
            onChange={({ target }) => onChange({ source: target.value })}
          />
        )}
      </Field>
      <label className="flex min-h-9 items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4 accent-primary"
          checked={values.isOwnerSupplied ?? false}
          onChange={({ target }) => onChange({ isOwnerSupplied: target.checked })}
        />
        Supplied by the owner of the business
        {NEEDS_OWNER.includes(kind) ? <span className="text-muted-foreground">(required for this kind)</span> : null}
      </label>
    </>
  );
}
