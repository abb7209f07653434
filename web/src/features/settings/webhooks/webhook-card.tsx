import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import type { Webhook } from '@/api/types';
import { type WebhookChanges, webhookApi, webhookQueries } from '@/api/webhooks';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toastFailure } from '@/lib/failed';
import { DeliveryLog } from './delivery-log';
import { eventName } from './event-names';

/** One webhook with its actions and delivery log. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { id, url, description, enabled, disabledReason, events } = webhook;
  const [isRemoving, setRemoving] = useState(false);
  const { update, test, remove } = useWebhookActions(() => setRemoving(false));
  return (
    <Card aria-label={url}>
      <CardHeader
        title={<span className="break-all">{url}</span>}
        description={[description, events.map(eventName).join(', ') || 'Leads of buyers only']
          .filter(Boolean)
          .join(' · ')}
        actions={
          <Badge tone={enabled ? 'success' : 'neutral'} dot>
            {enabled ? 'Enabled' : 'Disabled'}
          </Badge>
        }
      />
      <CardBody className="grid gap-4">
        {disabledReason ? (
          <Callout tone="danger" title="Disabled after too many failures">
            <p>{disabledReason} Enable it when the receiver works again.</p>
          </Callout>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button
            needsNetwork
            variant="outline"
            size="sm"
            busy={test.isPending}
            disabled={!enabled}
            onClick={() => test.mutate(id)}
          >
            Send test event
          </Button>
          <Button
            needsNetwork
            variant="outline"
            size="sm"
            busy={update.isPending}
            onClick={() => update.mutate({ id, enabled: !enabled })}
          >
            {enabled ? 'Disable webhook' : 'Enable webhook'}
          </Button>
          <Button needsNetwork variant="outline" size="sm" onClick={() => setRemoving(true)}>
            Delete webhook
          </Button>
        </div>
        <DeliveryLog webhook={webhook} />
      </CardBody>
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(id)}
        busy={remove.isPending}
        title="Delete the webhook?"
        text="Its delivery log is deleted, and waiting events are not sent. This cannot be undone."
        action="Delete webhook"
      />
    </Card>
  );
}

function useWebhookActions(onRemoved: () => void) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: webhookQueries.all() });
  const update = useMutation({
    mutationFn: (change: WebhookChanges & { id: string }) => webhookApi.update(change),
    onError: (error) => toastFailure('Failed to change the webhook', errorText(error)),
    onSettled: refresh,
  });
  const test = useMutation({
    mutationFn: webhookApi.test,
    onError: (error) => toastFailure('Failed to send the test event', errorText(error)),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: webhookApi.delete,
    onError: (error) => toastFailure('Failed to delete the webhook', errorText(error)),
    onSettled: () => {
      onRemoved();
      return refresh();
    },
  });
  return { update, test, remove };
}
