import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import { type WebhookEvent, webhookApi, webhookQueries } from '@/api/webhooks';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field, Input } from '@/components/ui/field';
import { eventName } from './event-names';

/** Address, purpose and events of a new webhook. `onCreated` gets its secret, which nobody can read again. */
export function WebhookForm({ events, onCreated }: { events: WebhookEvent[]; onCreated: (secret: string) => void }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<WebhookEvent[]>([]);
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () => webhookApi.create({ url, description, events: chosen }),
    onSuccess: ({ secret }) => {
      onCreated(secret);
      return queries.invalidateQueries({ queryKey: webhookQueries.list().queryKey });
    },
  });
  const fields = create.error instanceof ApiError ? create.error.fields : {};
  const toggle = (event: WebhookEvent) =>
    setChosen(chosen.includes(event) ? chosen.filter((each) => each !== event) : [...chosen, event]);
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
        <Field label="Address" error={fields.url} hint="For example https://example.com/hooks/motherlode.">
          {(control) => (
            <Input {...control} required type="url" value={url} onChange={({ target }) => setUrl(target.value)} />
          )}
        </Field>
        <Field label="Description (optional)" error={fields.description} hint="What the webhook is for.">
          {(control) => (
            <Input
              {...control}
              maxLength={200}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="text-[0.8125rem] font-medium">Events</legend>
        <div className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {events.map((event) => (
            <label key={event} className="flex min-h-6 items-center gap-2 text-[0.8125rem]">
              <input
                type="checkbox"
                className="size-4 accent-primary"
                checked={chosen.includes(event)}
                onChange={() => toggle(event)}
              />
              {eventName(event)}
            </label>
          ))}
        </div>
        {fields.events ? <p className="mt-1.5 text-[0.8125rem] text-destructive">{fields.events}</p> : null}
      </fieldset>
      <div>
        <Button type="submit" busy={create.isPending} needsNetwork disabled={chosen.length === 0}>
          Create webhook
        </Button>
      </div>
    </form>
  );
}
