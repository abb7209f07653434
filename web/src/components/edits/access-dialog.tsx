import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import { accessApi, accessQueries, type WebsiteAccess } from '@/api/access';
import type { Website } from '@/api/types';
import { CheckField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/lib/toast';
import {
  ACCESS_KINDS,
  type AccessField,
  type AccessValues,
  accessFormName,
  accessInput,
  accessKindOf,
  accessValues,
  type KindOfAccess,
} from './access-kinds';

/** Form of an access. A new one first asks for its kind; a stored one can change its kind. */
export function AccessDialog({
  website,
  stored,
  open,
  onClose,
}: {
  website: Website;
  stored?: WebsiteAccess;
  open: boolean;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<KindOfAccess | 'none' | null>(null);
  const kind = chosen === 'none' ? null : (chosen ?? (stored ? (accessKindOf(stored.kind) ?? null) : null));
  const close = () => {
    setChosen(null);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={kind ? kind.name : 'Access to the live files'}
      description={kind ? kind.about : `Choose where the files of ${website.name} are.`}
      className="w-[min(38rem,calc(100vw-2rem))]"
    >
      {kind ? (
        <>
          <AccessForm key={kind.kind} kind={kind} website={website} stored={stored} onSaved={close} />
          <Button variant="link" size="inline" className="mt-4" onClick={() => setChosen('none')}>
            Choose another kind
          </Button>
        </>
      ) : (
        <ul className="grid gap-2">
          {ACCESS_KINDS.map((each) => (
            <li key={each.kind}>
              <button
                type="button"
                className="w-full rounded-md border border-border px-4 py-3 text-left hover:bg-accent"
                onClick={() => setChosen(each)}
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

function AccessForm({
  kind,
  website,
  stored,
  onSaved,
}: {
  kind: KindOfAccess;
  website: Website;
  stored?: WebsiteAccess;
  onSaved: () => void;
}) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: accessValues(kind, website.url, stored),
    save: (values: AccessValues) => accessApi.save(website.id, accessInput(values)),
    nameOf: accessFormName,
    failure: 'Failed to save the access',
    onSaved: async () => {
      await queries.invalidateQueries({ queryKey: accessQueries.detail(website.id).queryKey });
      showToast({ title: 'Access saved', description: 'Test it before you approve an edit.' });
      onSaved();
    },
  });
  const { control } = form;
  const keepsSecrets = stored?.kind === kind.kind && stored.hasSecrets;
  return (
    <Form form={form}>
      <TextField
        control={control}
        name="baseUrl"
        label="Public address"
        hint="Where the pages are verified after each edit, for example https://example.com."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required="Enter the public address."
      />
      <SettingFields control={control} kind={kind} />
      <SecretFields control={control} kind={kind} isStored={keepsSecrets} />
      <div>
        <Button type="submit" needsNetwork busy={form.isBusy}>
          Save access
        </Button>
      </div>
    </Form>
  );
}

/** A number that is whole and positive. */
function checkNumber(typed: string): true | string {
  return typed.trim() === '' || /^\d+$/.test(typed.trim()) || 'Enter a whole number.';
}

function SettingFields({ control, kind }: { control: Control<AccessValues>; kind: KindOfAccess }) {
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
            required={field.isRequired ? `Enter a value: ${field.label}.` : undefined}
            check={field.type === 'number' ? checkNumber : undefined}
            className={field.name === 'url' ? 'sm:col-span-2' : undefined}
          />
        ),
      )}
    </div>
  );
}

function SecretFields({
  control,
  kind,
  isStored,
}: {
  control: Control<AccessValues>;
  kind: KindOfAccess;
  isStored: boolean;
}) {
  if (kind.secrets.length === 0) return null;
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-medium">Credentials, stored encrypted and never shown again</legend>
      {kind.secrets.map((field: AccessField) => {
        const props = {
          control,
          name: `secrets.${field.name}` as const,
          label: field.label,
          hint: isStored ? 'Leave it empty to keep the stored one.' : field.hint,
          autoComplete: 'off',
          spellCheck: false,
          required: field.isRequired && !isStored ? `Enter a value: ${field.label}.` : undefined,
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
