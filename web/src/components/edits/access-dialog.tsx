import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accessApi, accessQueries, type WebsiteAccess } from '@/api/access';
import type { Website } from '@/api/types';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { KindList, SecretFields, SettingFields } from '@/components/form/kind-fields';
import { kindFormName } from '@/components/form/kind-values';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/lib/toast';
import {
  ACCESS_KINDS,
  type AccessValues,
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
        <KindList kinds={ACCESS_KINDS} onChoose={setChosen} />
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
    save: (values: AccessValues) => accessApi.save(website.id, accessInput(values, stored)),
    nameOf: kindFormName,
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
