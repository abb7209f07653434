import { useQueryClient } from '@tanstack/react-query';
import { type WebhookEvent, webhookApi, webhookQueries } from '@/api/webhooks';
import { CheckListField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { eventName } from './event-names';

/** Form for URL, description and events of a new webhook. `onCreated` receives its secret, which is shown only once. */
export function WebhookForm({ events, onCreated }: { events: WebhookEvent[]; onCreated: (secret: string) => void }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: { url: '', description: '', events: [] as WebhookEvent[] },
    save: webhookApi.create,
    onSaved: ({ secret }) => {
      onCreated(secret);
      return queries.invalidateQueries({ queryKey: webhookQueries.list().queryKey });
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={form.control}
          name="url"
          label="Address"
          type="url"
          hint="For example https://example.com/hooks/motherlode, or an incoming webhook of Slack."
          required="Enter the address that receives the events."
        />
        <TextField
          control={form.control}
          name="description"
          label="Description (optional)"
          hint="What the webhook is for."
          maxLength={200}
        />
      </div>
      <CheckListField
        control={form.control}
        name="events"
        label="Events (none for the webhook of a buyer, which gets its leads only)"
        className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2"
        options={events.map((event) => ({ value: event, label: eventName(event) }))}
      />
      <div>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Create webhook
        </Button>
      </div>
    </Form>
  );
}
