import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { versionApi, versionQueries } from '@/api/engine-versions';
import { engineQueries } from '@/api/engines';
import { ApiError, errorText } from '@/api/errors';
import type { Engine } from '@/api/types';
import { ParameterForm } from '@/components/engines/parameter-form';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { type FormValues, formFields, readForm } from '@/lib/json-schema';

const FAILED = 'Failed to save the version';

/** Dialog that stores parameters as a challenger. */
export function NewVersionDialog({ engine, onClose }: { engine: Engine; onClose: () => void }) {
  const queries = useQueryClient();
  const formId = useId();
  const action = engine.actions?.[0] ?? '';
  const schema = useQuery(engineQueries.parameters(engine.id, action));
  const fields = useMemo(() => (schema.data ? formFields(schema.data) : []), [schema.data]);
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [values, setValues] = useState<FormValues>({});
  const read = useMemo(() => readForm(fields, values), [fields, values]);
  const store = useMutation({
    mutationFn: () => versionApi.create(engine.id, { name: name.trim(), action, note, parameters: read.parameters }),
    onSuccess: (answer) => {
      queries.setQueryData(versionQueries.list(engine.id).queryKey, answer);
      onClose();
    },
  });
  const refused = store.error instanceof ApiError ? store.error.fields : {};
  const errors = {
    ...read.errors,
    ...Object.fromEntries(Object.entries(refused).map(([path, text]) => [path.split('/').at(-1) ?? path, text])),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(read.errors).length === 0) store.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="New challenger"
      description="Runs alongside the champion from the next run on. If the engine makes no forecasts, it takes effect once promoted."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button needsNetwork type="submit" form={formId} busy={store.isPending}>
            Save version
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
        <Field label="Name" hint="Lowercase letters, digits and hyphens, e.g. short-window" error={errors.name ?? null}>
          {(control) => (
            <Input {...control} name="name" required value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Field label="Reason" hint="Optional" error={errors.note ?? null}>
          {(control) => (
            <Input {...control} name="note" value={note} onChange={(event) => setNote(event.target.value)} />
          )}
        </Field>
        <ParameterForm
          fields={fields}
          values={values}
          errors={errors}
          currencySign="$"
          onChange={(field, text) => setValues((now) => ({ ...now, [field]: text }))}
        />
        {store.isError ? (
          <Callout tone="danger" title={FAILED}>
            {errorText(store.error, FAILED)}
          </Callout>
        ) : null}
      </form>
    </Dialog>
  );
}
