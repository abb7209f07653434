import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

export type WebhookEvent = Schemas['NewWebhook']['events'][number];
export type WebhookChanges = Schemas['WebhookChanges'];

/** Polling interval of a log with pending deliveries. */
const POLL_MS = 2_000;
const SHOWN = 20;

export const webhookQueries = {
  all: () => ['webhooks'] as const,
  list: () =>
    queryOptions({
      queryKey: ['webhooks', 'list'],
      queryFn: ({ signal }) => answer(client.GET('/api/webhooks', { signal })),
    }),
  deliveries: (id: string) =>
    queryOptions({
      queryKey: ['webhooks', 'deliveries', id],
      queryFn: ({ signal }) =>
        answer(
          client.GET('/api/webhooks/{id}/deliveries', { signal, params: { path: { id }, query: { limit: SHOWN } } }),
        ),
      select: ({ deliveries }) => deliveries,
      refetchInterval: ({ state }) =>
        state.data?.deliveries.some(({ status }) => status === 'waiting') ? POLL_MS : false,
    }),
};

export const webhookApi = {
  create: (body: Schemas['NewWebhook']) => answer(client.POST('/api/webhooks', { body })),
  update: ({ id, ...body }: WebhookChanges & { id: string }) =>
    answer(client.PATCH('/api/webhooks/{id}', { params: { path: { id } }, body })),
  delete: (id: string) => answer(client.DELETE('/api/webhooks/{id}', { params: { path: { id } } })),
  test: (id: string) => answer(client.POST('/api/webhooks/{id}/test', { params: { path: { id } } })),
  redeliver: ({ id, deliveryId }: { id: string; deliveryId: string }) =>
    answer(
      client.POST('/api/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params: { path: { id, deliveryId } } }),
    ),
};
