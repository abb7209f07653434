import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { type AnswerConnection, answerApi, answerQueries } from '@/api/answers';
import { CheckField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Fold } from '@/components/ui/fold';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { Skeleton } from '@/components/ui/skeleton';
import { formatNumber } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';
import { settingsOf, type Values, valuesOf } from './settings-values';

const SCHEDULES = [
  { value: '', label: 'Only when started by hand' },
  { value: '0 6 * * *', label: 'Daily at 6:00 UTC' },
  { value: '0 6 * * 1', label: 'Weekly, Mondays at 6:00 UTC' },
  { value: '0 6 1 * *', label: 'Monthly, on the first at 6:00 UTC' },
];

/** Names, rivals, engines and budget of a website's checks. */
export function SettingsDialog({
  websiteId,
  connections,
  open,
  onClose,
}: {
  websiteId: string;
  connections: readonly AnswerConnection[];
  open: boolean;
  onClose: () => void;
}) {
  const query = useQuery({ ...answerQueries.settings(websiteId), enabled: open });
  return (
    <Dialog
      open={open}
      onClose={() => beforeLeaving(onClose)}
      title="Settings of AI answers"
      description="Which engines are asked, how often, and what counts as a mention."
    >
      <QueryPanel query={query} fallback="Failed to load the settings." loading={<Skeleton className="h-80" />}>
        {({ settings, cron }) => (
          <SettingsForm
            websiteId={websiteId}
            connections={connections}
            values={valuesOf(settings, cron ?? null, connections)}
            onClose={onClose}
          />
        )}
      </QueryPanel>
    </Dialog>
  );
}

function SettingsForm({
  websiteId,
  connections,
  values: first,
  onClose,
}: {
  websiteId: string;
  connections: readonly AnswerConnection[];
  values: Values;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: first,
    save: (values) =>
      answerApi.saveSettings({
        websiteId,
        settings: settingsOf(values),
        cron: values.cron === '' ? null : values.cron,
      }),
    nameOf: (field) => NAMES[field.split(/[./]/)[1] ?? ''] ?? field,
    onSaved: () => {
      queries.invalidateQueries({ queryKey: answerQueries.all() });
      showToast({ title: 'Settings saved', description: 'They count from the next check on.' });
      onClose();
    },
  });
  const known = SCHEDULES.some(({ value }) => value === first.cron);
  const schedules = known ? SCHEDULES : [...SCHEDULES, { value: first.cron, label: first.cron }];
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <Engines control={form.control} values={first} connections={connections} />
      <TextField
        control={form.control}
        name="terms"
        label="Names of your brand"
        hint="Separated by commas, for example: Acme, Acme Plumbing. Your host always counts."
      />
      <TextareaField
        control={form.control}
        name="rivals"
        label="Rivals"
        rows={3}
        hint="One per line: host, then names, for example: rival.com, Rival, Rival Inc"
      />
      <SelectField control={form.control} name="cron" label="Check" options={schedules} />
      <div className="grid grid-cols-2 gap-4">
        <NumberField control={form.control} name="budget" label="Budget of a check, dollars" min={0} max={100_000} />
        <NumberField control={form.control} name="mostAnswers" label="Most answers per prompt" min={5} max={50} />
        <NumberField control={form.control} name="halfWidth" label="Precision, ± points" min={5} max={50} />
        <NumberField control={form.control} name="everyDays" label="Days until due again" min={1} max={90} />
        <NumberField control={form.control} name="windowDays" label="Days of a period" min={1} max={90} />
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Save settings
        </Button>
      </div>
    </Form>
  );
}

/** Fields of the form by the names of the request. */
const NAMES: Record<string, keyof Values> = {
  terms: 'terms',
  rivals: 'rivals',
  engines: 'engines',
  halfWidth: 'halfWidth',
  mostAnswers: 'mostAnswers',
  budgetMicros: 'budget',
  everyDays: 'everyDays',
  windowDays: 'windowDays',
};

function Engines({
  control,
  values,
  connections,
}: {
  control: Control<Values>;
  values: Values;
  connections: readonly AnswerConnection[];
}) {
  if (values.engines.length === 0) return <p>Connect a provider of language models, DataForSEO or SerpApi first.</p>;
  return (
    <div className="grid gap-5">
      {values.engines.map(({ connectionId }, index) => {
        const connection = connections.find(({ id }) => id === connectionId);
        return (
          <fieldset key={`${connectionId} ${values.engines[index]?.model}`} className="grid gap-3">
            <legend className="mb-2 text-[0.8125rem] font-semibold">
              {connection ? `${connection.name} (${connection.providerName})` : 'Removed connection'}
            </legend>
            {(connection?.aiMode ?? values.engines[index]?.aiMode) ? (
              <CheckField control={control} name={`engines.${index}.aiMode`} label="Ask Google AI mode" />
            ) : (
              <Model control={control} index={index} models={connection?.models ?? []} />
            )}
          </fieldset>
        );
      })}
    </div>
  );
}

function Model({ control, index, models }: { control: Control<Values>; index: number; models: readonly string[] }) {
  return (
    <>
      <TextField
        control={control}
        name={`engines.${index}.model`}
        label="Model"
        maxLength={100}
        list={`models-${index}`}
        hint="Leave empty to not ask this provider."
      />
      <datalist id={`models-${index}`}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <CheckField control={control} name={`engines.${index}.webSearch`} label="Let the model search the web" />
      <Fold title="Own prices">
        <div className="mt-2 grid grid-cols-2 gap-4">
          <PriceField control={control} name={`engines.${index}.input`} label="Input, dollars a million tokens" />
          <PriceField control={control} name={`engines.${index}.output`} label="Output, dollars a million tokens" />
        </div>
      </Fold>
    </>
  );
}

function PriceField({
  control,
  name,
  label,
}: {
  control: Control<Values>;
  name: `engines.${number}.input` | `engines.${number}.output`;
  label: string;
}) {
  return (
    <TextField
      control={control}
      name={name}
      label={label}
      inputMode="decimal"
      hint="Only where no price is known; 0 for an own server."
      check={(typed) => typed.trim() === '' || Number(typed) >= 0 || 'Enter an amount of 0 or more.'}
    />
  );
}

function NumberField({
  control,
  name,
  label,
  min,
  max,
}: {
  control: Control<Values>;
  name: 'budget' | 'mostAnswers' | 'halfWidth' | 'everyDays' | 'windowDays';
  label: string;
  min: number;
  max: number;
}) {
  const text = `Enter a number from ${min} to ${formatNumber(max, 0)}.`;
  return (
    <TextField
      control={control}
      name={name}
      label={label}
      type="number"
      step={name === 'budget' ? '0.01' : '1'}
      min={min}
      max={max}
      required={text}
      check={(typed) => (Number(typed) >= min && Number(typed) <= max) || text}
    />
  );
}
