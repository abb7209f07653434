import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import type { Webhook, WebhookDelivery } from './types';

export type NewWebhook = components['schemas']['NewWebhook'];
export type WebhookChanges = Partial<components['schemas']['WebhookChanges']>;

const BASE = '/api/webhooks';
/** How often a log with waiting deliveries is asked for. */
const POLL_MS = 2_000;

export const webhookQueries = {
  all: () => ['webhooks'] as const,
  list: () =>
    queryOptions({
      queryKey: ['webhooks', 'list'],
      queryFn: ({ signal }) => api.get<{ webhooks: Webhook[]; events: string[] }>(BASE, { signal }),
    }),
  deliveries: (id: string) =>
    queryOptions({
      queryKey: ['webhooks', 'deliveries', id],
      queryFn: ({ signal }) =>
        api.get<{ deliveries: WebhookDelivery[] }>(`${BASE}/${id}/deliveries`, { query: { limit: 20 }, signal }),
      select: (answer) => answer.deliveries,
      refetchInterval: ({ state }) =>
        state.data?.deliveries.some(({ status }) => status === 'waiting') ? POLL_MS : false,
    }),
};

export const webhookApi = {
  create: (body: NewWebhook) => api.post<{ webhook: Webhook; secret: string }>(BASE, { body }),
  update: ({ id, ...body }: WebhookChanges & { id: string }) =>
    api.patch<{ webhook: Webhook }>(`${BASE}/${id}`, { body }),
  delete: (id: string) => api.delete(`${BASE}/${id}`),
  test: (id: string) => api.post<{ deliveryId: string }>(`${BASE}/${id}/test`, { body: {} }),
  redeliver: ({ id, deliveryId }: { id: string; deliveryId: string }) =>
    api.post<{ delivery: WebhookDelivery }>(`${BASE}/${id}/deliveries/${deliveryId}/redeliver`, { body: {} }),
};
