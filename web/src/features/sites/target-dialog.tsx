import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import { type DeployTarget, targetApi, targetQueries } from '@/api/deploy-targets';
import { CheckField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/lib/toast';
import {
  formNameOf,
  type KindOfTarget,
  kindOf,
  secretOf,
  settingsOf,
  TARGET_KINDS,
  type TargetField,
  type TargetValues,
  valuesOf,
} from './target-kinds';

/** Form of a target; closed without one. A new target first asks for its kind. */
export function TargetDialog({ target, onClose }: { target: DeployTarget | 'new' | null; onClose: () => void }) {
  const [kind, setKind] = useState<KindOfTarget | null>(null);
  const stored = target === 'new' ? undefined : (target ?? undefined);
  const shown = stored ? (kindOf(stored.kind) ?? null) : kind;
  const close = () => {
    setKind(null);
    onClose();
  };
  return (
    <Dialog
      open={target !== null}
      onClose={close}
      title={stored ? `Edit ${stored.name}` : shown ? `Add ${shown.name}` : 'Add a target'}
      description={shown ? shown.about : 'Choose where the files of your sites go.'}
      className="w-[min(38rem,calc(100vw-2rem))]"
    >
      {shown ? (
        <TargetForm key={shown.kind} kind={shown} stored={stored} onSaved={close} />
      ) : (
        <ul className="grid gap-2">
          {TARGET_KINDS.map((each) => (
            <li key={each.kind}>
              <button
                type="button"
                className="w-full rounded-md border border-border px-4 py-3 text-left hover:bg-accent"
                onClick={() => setKind(each)}
              >
                <span className="block font-medium">{each.name}</span>
                <span className="block text-[0.8125rem] text-muted-foreground">{each.about}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function TargetForm({ kind, stored, onSaved }: { kind: KindOfTarget; stored?: DeployTarget; onSaved: () => void }) {
  const queries = useQueryClient();
  const form = useSaveForm<TargetValues, { target: DeployTarget }>({
    defaultValues: valuesOf(kind, stored),
    save: (values) => {
      const body = { name: values.name.trim(), settings: settingsOf(values, stored), secrets: secretOf(values) };
      return stored ? targetApi.update(stored.id, body) : targetApi.create({ kind: kind.kind, ...body });
    },
    nameOf: formNameOf,
    failure: 'Failed to save the target',
    onSaved: async () => {
      await queries.invalidateQueries({ queryKey: targetQueries.all() });
      showToast({ title: 'Target saved', description: 'Test it before you deploy.' });
      onSaved();
    },
  });
  const { control } = form;
  return (
    <Form form={form}>
      <TextField
        control={control}
        name="name"
        label="Name"
        hint={`For example ${kind.name}. You choose the target by it.`}
        maxLength={80}
        required="Enter a name."
      />
      <SettingFields control={control} kind={kind} />
      <SecretFields control={control} kind={kind} isStored={stored?.hasSecrets ?? false} />
      <div>
        <Button type="submit" needsNetwork busy={form.isBusy}>
          Save target
        </Button>
      </div>
    </Form>
  );
}

/** A number that is whole and positive. */
function checkNumber(typed: string): true | string {
  return typed.trim() === '' || /^\d+$/.test(typed.trim()) || 'Enter a whole number.';
}

function SettingFields({ control, kind }: { control: Control<TargetValues>; kind: KindOfTarget }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {kind.settings.map((field) =>
        field.type === 'check' ? (
          <div key={field.name} className="sm:col-span-2">
            <CheckField control={control} name={`checks.${field.name}`} label={field.label} hint={field.hint} />
          </div>
        ) : (
          <TextField
            key={field.name}
            control={control}
            name={`settings.${field.name}`}
            label={field.label}
            hint={field.hint}
            type="text"
            inputMode={field.type === 'number' ? 'numeric' : field.type === 'url' ? 'url' : 'text'}
            autoComplete="off"
            spellCheck={false}
            required={field.isRequired ? `Enter the ${nameIn(field)}.` : undefined}
            check={field.type === 'number' ? checkNumber : undefined}
            className={field.type === 'url' ? 'sm:col-span-2' : undefined}
          />
        ),
      )}
    </div>
  );
}

/** A label inside a sentence; abbreviations keep their capitals. */
function nameIn({ label }: TargetField): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

function SecretFields({
  control,
  kind,
  isStored,
}: {
  control: Control<TargetValues>;
  kind: KindOfTarget;
  isStored: boolean;
}) {
  if (kind.secrets.length === 0) return null;
  const keep = 'Leave it empty to keep the stored one.';
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-medium">Credentials, stored encrypted and never shown again</legend>
      {kind.secrets.map((field) => {
        const props = {
          control,
          name: `secrets.${field.name}` as const,
          label: field.label,
          hint: isStored ? keep : field.hint,
          autoComplete: 'off',
          spellCheck: false,
          required: field.isRequired && !isStored ? `Enter the ${nameIn(field)}.` : undefined,
        };
        return field.type === 'lines' ? (
          <TextareaField key={field.name} {...props} rows={4} />
        ) : (
          <TextField key={field.name} {...props} type="password" />
        );
      })}
    </fieldset>
  );
}
