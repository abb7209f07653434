import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeployTarget, targetApi, targetQueries } from '@/api/deploy-targets';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { KindList, SecretFields, SettingFields } from '@/components/form/kind-fields';
import { kindFormName, kindSecrets } from '@/components/form/kind-values';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/lib/toast';
import { type KindOfTarget, kindOf, settingsOf, TARGET_KINDS, type TargetValues, valuesOf } from './target-kinds';

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
        <KindList kinds={TARGET_KINDS} onChoose={setKind} />
      )}
    </Dialog>
  );
}

function TargetForm({ kind, stored, onSaved }: { kind: KindOfTarget; stored?: DeployTarget; onSaved: () => void }) {
  const queries = useQueryClient();
  const form = useSaveForm<TargetValues, { target: DeployTarget }>({
    defaultValues: valuesOf(kind, stored),
    save: (values) => {
      const body = { name: values.name.trim(), settings: settingsOf(values, stored), secrets: kindSecrets(values) };
      return stored ? targetApi.update(stored.id, body) : targetApi.create({ kind: kind.kind, ...body });
    },
    nameOf: kindFormName,
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
