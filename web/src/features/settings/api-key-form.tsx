import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { API_KEY_SCOPES, type ApiKeyScope, accountApi, accountQueries } from '@/api/account';
import { ApiError, errorText } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input, Select } from '@/components/ui/field';

const DAY_MS = 86_400_000;
const LIVES = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'One year' },
  { days: 0, label: 'Never expires' },
];

/** Name, scopes and life of a new key. `onCreated` gets the key itself, which nobody can read again. */
export function ApiKeyForm({ onCreated }: { onCreated: (key: string) => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ApiKeyScope[]>([]);
  const [days, setDays] = useState(90);
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      accountApi.createApiKey({
        name,
        scopes: chosen,
        ...(days > 0 ? { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() } : {}),
      }),
    onSuccess: (answer) => {
      onCreated(answer.key);
      return queries.invalidateQueries({ queryKey: accountQueries.apiKeys().queryKey });
    },
  });
  const fields = create.error instanceof ApiError ? create.error.fields : {};
  const toggle = (scope: ApiKeyScope) =>
    setChosen(chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope]);
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
        <Field label="Name" error={fields.name} hint="For example: Reporting script.">
          {(control) => (
            <Input
              {...control}
              required
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Expiry" error={fields.expiresAt}>
          {(control) => (
            <Select {...control} value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {LIVES.map((life) => (
                <option key={life.days} value={life.days}>
                  {life.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="text-[0.8125rem] font-medium">Scopes</legend>
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          {API_KEY_SCOPES.map((scope) => (
            <label key={scope} className="flex min-h-6 items-center gap-2 font-mono text-[0.8125rem]">
              <input
                type="checkbox"
                className="size-4 accent-primary"
                checked={chosen.includes(scope)}
                onChange={() => toggle(scope)}
              />
              {scope}
            </label>
          ))}
        </div>
        {fields.scopes ? <p className="mt-1.5 text-[0.8125rem] text-destructive">{fields.scopes}</p> : null}
      </fieldset>
      <div>
        <Button type="submit" busy={create.isPending} needsNetwork disabled={chosen.length === 0}>
          Create key
        </Button>
      </div>
    </form>
  );
}
