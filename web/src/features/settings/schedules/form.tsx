import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { engineQueries } from '@/api/engines';
import { ApiError, errorText } from '@/api/errors';
import { scheduleApi, scheduleQueries } from '@/api/schedules';
import type { Engine } from '@/api/types';
import { actionName } from '@/components/engines/action-words';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input, Select } from '@/components/ui/field';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { showToast } from '@/lib/toast';
import { PRESETS, timeZones } from './times';

const OWN = 'own';

/** Which engine and action, on which website, when. */
export function ScheduleForm() {
  const engines = useQuery(engineQueries.status());
  return (
    <QueryPanel query={engines}>
      {(data) => <Form engines={data.engines.filter((engine) => (engine.actions ?? []).length > 0)} />}
    </QueryPanel>
  );
}

function Form({ engines }: { engines: Engine[] }) {
  const { websites, current } = useCurrentWebsite();
  const zones = useMemo(timeZones, []);
  const [name, setName] = useState('');
  const [engineId, setEngine] = useState(engines[0]?.id ?? '');
  const actions = engines.find(({ id }) => id === engineId)?.actions ?? [];
  const [chosenAction, setAction] = useState('');
  const action = actions.includes(chosenAction) ? chosenAction : (actions[0] ?? '');
  const [chosenWebsite, setWebsite] = useState('');
  const websiteId = chosenWebsite || current?.id;
  const [preset, setPreset] = useState<string>('weekly');
  const [cron, setCron] = useState('');
  const [timeZone, setTimeZone] = useState(zones[0] ?? 'UTC');
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      scheduleApi.create({
        name,
        engineId,
        action,
        cron: preset === OWN ? cron : preset,
        timeZone,
        ...(websiteId ? { websiteId } : {}),
      }),
    onSuccess: () => {
      setName('');
      showToast({ title: 'Schedule created' });
      return queries.invalidateQueries({ queryKey: scheduleQueries.list().queryKey });
    },
  });
  const fields = create.error instanceof ApiError ? create.error.fields : {};
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      {create.isError ? <Callout tone="danger" title={errorText(create.error)} /> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Engine" error={fields.engineId}>
          {(control) => (
            <Select {...control} value={engineId} onChange={({ target }) => setEngine(target.value)}>
              {engines.map(({ id, name: label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Action" error={fields.action}>
          {(control) => (
            <Select {...control} value={action} onChange={({ target }) => setAction(target.value)}>
              {actions.map((each) => (
                <option key={each} value={each}>
                  {actionName(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Website" error={fields.websiteId}>
          {(control) => (
            <Select {...control} value={websiteId ?? ''} onChange={({ target }) => setWebsite(target.value)}>
              {websites.length === 0 ? <option value="">No website yet</option> : null}
              {websites.map((website) => (
                <option key={website.id} value={website.id}>
                  {website.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Name (optional)" error={fields.name} hint='For example "Monday report".'>
          {(control) => (
            <Input {...control} maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Field label="When" error={preset === OWN ? null : fields.cron}>
          {(control) => (
            <Select {...control} value={preset} onChange={({ target }) => setPreset(target.value)}>
              {PRESETS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
              <option value={OWN}>Cron expression</option>
            </Select>
          )}
        </Field>
        <Field label="Time zone" error={fields.timeZone}>
          {(control) => (
            <Select {...control} value={timeZone} onChange={({ target }) => setTimeZone(target.value)}>
              {zones.map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </Select>
          )}
        </Field>
        {preset === OWN ? (
          <Field
            label="Cron expression"
            error={fields.cron}
            hint="Minute, hour, day of the month, month, day of the week. For example 30 6 * * 1 is Monday at 06:30."
          >
            {(control) => (
              <Input
                {...control}
                required
                className="font-mono"
                value={cron}
                onChange={({ target }) => setCron(target.value)}
              />
            )}
          </Field>
        ) : null}
      </div>
      <div>
        <Button type="submit" busy={create.isPending} needsNetwork disabled={action === ''}>
          Create schedule
        </Button>
      </div>
    </form>
  );
}
