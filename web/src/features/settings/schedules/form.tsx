import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { engineQueries } from '@/api/engines';
import { scheduleApi, scheduleQueries } from '@/api/schedules';
import type { Engine, Website } from '@/api/types';
import { actionName } from '@/components/engines/action-name';
import { SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { showToast } from '@/lib/toast';
import { PRESETS, timeZones } from './times';

const CUSTOM = 'custom';
const TIMES = [...PRESETS, { value: CUSTOM, label: 'Cron expression' }];

interface Values {
  name: string;
  engineId: string;
  /** Empty for the engine's first action. */
  action: string;
  /** Empty for the current website. */
  websiteId: string;
  /** A preset's cron expression, or `CUSTOM`. */
  preset: string;
  cron: string;
  timeZone: string;
}

/** Form for engine, action, website and times. */
export function ScheduleForm() {
  const engines = useQuery(engineQueries.status());
  return (
    <QueryPanel
      query={engines}
      fallback="Failed to load the engines."
      loading={<Skeleton className="h-[40.5rem] sm:h-[22.75rem]" />}
    >
      {(data) => <NewScheduleForm engines={data.engines.filter((engine) => (engine.actions ?? []).length > 0)} />}
    </QueryPanel>
  );
}

function NewScheduleForm({ engines }: { engines: readonly Engine[] }) {
  const queries = useQueryClient();
  const { websites, current } = useCurrentWebsite();
  const zones = useMemo(timeZones, []);
  const actionsOf = (engineId: string) => engines.find(({ id }) => id === engineId)?.actions ?? [];
  const actionOf = ({ engineId, action }: Pick<Values, 'engineId' | 'action'>) => {
    const actions = actionsOf(engineId);
    return actions.includes(action) ? action : (actions[0] ?? '');
  };
  const form = useSaveForm<Values, unknown>({
    defaultValues: {
      name: '',
      engineId: engines[0]?.id ?? '',
      action: '',
      websiteId: '',
      preset: 'weekly',
      cron: '',
      timeZone: zones[0] ?? 'UTC',
    },
    save: (values) => scheduleApi.create(bodyOf({ ...values, action: actionOf(values) }, current)),
    nameOf: (field, { preset }) => (field === 'cron' && preset !== CUSTOM ? 'preset' : field),
    after: (_answer, values) => ({ ...values, name: '' }),
    onSaved: () => {
      showToast({ title: 'Schedule created' });
      return queries.invalidateQueries({ queryKey: scheduleQueries.list().queryKey });
    },
  });
  const { control } = form;
  const [engineId, action] = useWatch({ control, name: ['engineId', 'action'] });
  const chosen = actionOf({ engineId, action });
  return (
    <Form form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField control={control} name="engineId" label="Engine" options={engines.map(named)} />
        <SelectField
          control={control}
          name="action"
          label="Action"
          shown={chosen}
          options={actionsOf(engineId).map((value) => ({ value, label: actionName(value) }))}
        />
        <WebsiteField control={control} websites={websites} current={current} />
        <TextField
          control={control}
          name="name"
          label="Name (optional)"
          hint='For example "Monday report".'
          maxLength={100}
        />
        <TimeFields control={control} zones={zones} />
      </div>
      <div>
        <Button type="submit" busy={form.isBusy} needsNetwork disabled={chosen === ''}>
          Create schedule
        </Button>
      </div>
    </Form>
  );
}

function named({ id, name }: { id: string; name: string }) {
  return { value: id, label: name };
}

function WebsiteField({
  control,
  websites,
  current,
}: {
  control: Control<Values>;
  websites: readonly Website[];
  current: Website | null;
}) {
  const websiteId = useWatch({ control, name: 'websiteId' });
  const options = websites.length === 0 ? [{ value: '', label: 'No website yet' }] : websites.map(named);
  return (
    <SelectField
      control={control}
      name="websiteId"
      label="Website"
      shown={websiteId || (current?.id ?? '')}
      options={options}
    />
  );
}

function TimeFields({ control, zones }: { control: Control<Values>; zones: readonly string[] }) {
  const preset = useWatch({ control, name: 'preset' });
  return (
    <>
      <SelectField control={control} name="preset" label="Time" options={TIMES} />
      <SelectField
        control={control}
        name="timeZone"
        label="Time zone"
        options={zones.map((zone) => ({ value: zone, label: zone }))}
      />
      {preset === CUSTOM ? (
        <TextField
          control={control}
          name="cron"
          label="Cron expression"
          hint="Minute, hour, day of the month, month, day of the week. For example 30 6 * * 1 is Monday at 06:30."
          inputClassName="font-mono"
          required="Enter a cron expression such as 30 6 * * 1."
        />
      ) : null}
    </>
  );
}

function bodyOf({ preset, cron, websiteId, ...values }: Values, current: Website | null) {
  const website = websiteId || current?.id;
  return {
    ...values,
    cron: preset === CUSTOM ? cron : preset,
    ...(website ? { websiteId: website } : {}),
  };
}
