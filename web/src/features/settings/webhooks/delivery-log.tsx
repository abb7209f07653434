import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import type { Webhook, WebhookDelivery } from '@/api/types';
import { webhookApi, webhookQueries } from '@/api/webhooks';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { toastFailure } from '@/lib/failed';
import { formatDuration, NO_VALUE } from '@/lib/format';
import { eventName } from './event-names';

const STATUS: Record<string, { tone: Tone; word: string }> = {
  waiting: { tone: 'info', word: 'Waiting' },
  delivered: { tone: 'success', word: 'Delivered' },
  failed: { tone: 'danger', word: 'Failed' },
};

/** The last deliveries of a webhook. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const deliveries = useQuery(webhookQueries.deliveries(webhook.id));
  return (
    <QueryPanel
      query={deliveries}
      fallback="Failed to load the deliveries."
      isEmpty={(list) => list.length === 0}
      empty={<EmptyPanel title="No delivery yet" text="Events that are sent appear here." className="py-6" />}
    >
      {(list) => (
        <Table label={`Deliveries to ${webhook.url}`}>
          <thead>
            <tr>
              <Th>Event</Th>
              <Th>Status</Th>
              <Th numeric>Attempts</Th>
              <Th numeric>Response</Th>
              <Th numeric>Duration</Th>
              <Th>Time</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {list.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} webhook={webhook} />
            ))}
          </tbody>
        </Table>
      )}
    </QueryPanel>
  );
}

function Row({ delivery, webhook }: { delivery: WebhookDelivery; webhook: Webhook }) {
  const queries = useQueryClient();
  const redeliver = useMutation({
    mutationFn: webhookApi.redeliver,
    onError: (error) => toastFailure('Failed to send the event again', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: webhookQueries.deliveries(webhook.id).queryKey }),
  });
  // After an outage of the receiver, the next attempt may be hours away.
  const isWaiting = delivery.status === 'waiting';
  const { tone, word } = STATUS[delivery.status] ?? { tone: 'neutral' as const, word: delivery.status };
  return (
    <tr>
      <Td>
        <p>{eventName(delivery.event)}</p>
        {delivery.error ? <p className="text-xs text-destructive">{delivery.error}</p> : null}
      </Td>
      <Td>
        <Badge tone={tone} dot>
          {word}
        </Badge>
        {delivery.nextAttemptAt ? (
          <p className="mt-1 text-xs whitespace-nowrap text-muted-foreground">
            Next attempt <RelativeTime at={delivery.nextAttemptAt} />
          </p>
        ) : null}
      </Td>
      <Td numeric>{delivery.attempts}</Td>
      <Td numeric>{delivery.responseCode ?? NO_VALUE}</Td>
      <Td numeric>{delivery.durationMs === null ? NO_VALUE : formatDuration(delivery.durationMs)}</Td>
      <Td className="whitespace-nowrap text-muted-foreground">
        <RelativeTime at={delivery.createdAt} />
      </Td>
      <Td className="text-right">
        <Button
          needsNetwork
          variant="outline"
          size="sm"
          busy={redeliver.isPending}
          disabled={!webhook.enabled || (isWaiting && delivery.attempts === 0)}
          onClick={() => redeliver.mutate({ id: webhook.id, deliveryId: delivery.id })}
        >
          {isWaiting ? 'Send now' : 'Send again'}
          <span className="sr-only"> {eventName(delivery.event)}</span>
        </Button>
      </Td>
    </tr>
  );
}
