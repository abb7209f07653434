import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Webhook, WebhookDelivery } from '@/api/types';
import type { WebhookEvent } from '@/api/webhooks';
import { http } from '@/testing/http';
import { renderAt } from '@/testing/render';
import { problem, server } from '@/testing/server';
import { ok, recordCalls } from '@/testing/session';
import WebhooksTab from './tab';

function aWebhook(change: Partial<Webhook> = {}): Webhook {
  return {
    id: 'h1',
    url: 'https://example.com/hook',
    description: 'Reports',
    events: ['run:finished'],
    enabled: true,
    disabledReason: null,
    failures: 0,
    createdAt: '2026-11-01T10:00:00Z',
    ...change,
  };
}

function aDelivery(change: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: 'd1',
    event: 'run:finished',
    body: '{}',
    status: 'failed',
    attempts: 3,
    responseCode: 500,
    durationMs: 120,
    error: 'The receiver answered 500.',
    nextAttemptAt: null,
    finishedAt: '2026-11-02T10:00:00Z',
    createdAt: '2026-11-02T10:00:00Z',
    ...change,
  };
}

const EVENTS: WebhookEvent[] = ['run:finished', 'engine:insight'];

let webhooks: Webhook[] = [];
let deliveries: WebhookDelivery[] = [];

beforeEach(() => {
  webhooks = [];
  deliveries = [];
  server.use(
    http.get('/api/webhooks', () => ok({ webhooks, events: EVENTS })),
    http.get('/api/webhooks/h1/deliveries', () => ok({ deliveries, nextCursor: null })),
  );
});

function show(): void {
  renderAt('/settings?tab=webhooks', <WebhooksTab />);
}

test('created_webhook_shows_its_secret_once_and_is_listed', async () => {
  const bodies = recordCalls('post', '/api/webhooks', () => {
    webhooks = [aWebhook()];
    return ok({ webhook: aWebhook(), secret: 'whsec_1' });
  });
  show();
  await userEvent.type(await screen.findByLabelText('Address'), 'https://example.com/hook');
  await userEvent.click(screen.getByLabelText('Run finished'));
  await userEvent.click(screen.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByText('whsec_1')).toBeInTheDocument();
  expect(bodies).toEqual([{ url: 'https://example.com/hook', description: '', events: ['run:finished'] }]);
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByText('whsec_1')).not.toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'https://example.com/hook' })).toBeInTheDocument();
});

test('webhook_of_a_buyer_needs_no_event', async () => {
  const bodies = recordCalls('post', '/api/webhooks', () => {
    webhooks = [{ ...aWebhook(), events: [] }];
    return ok({ webhook: aWebhook(), secret: 'whsec_1' });
  });
  show();
  await userEvent.type(await screen.findByLabelText('Address'), 'https://buyer.example/hook');
  await userEvent.click(screen.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByText(/Leads of buyers only/)).toBeInTheDocument();
  expect(bodies).toEqual([{ url: 'https://buyer.example/hook', description: '', events: [] }]);
});

test('refused_address_is_shown_beside_its_field_and_stays', async () => {
  const detail = 'is in the network of the server';
  recordCalls('post', '/api/webhooks', () => problem(422, 'Wrong', [{ pointer: '/url', detail }]) as never);
  show();
  const address = await screen.findByLabelText('Address');
  await userEvent.type(address, 'http://10.0.0.1/');
  await userEvent.click(screen.getByLabelText('New insight'));
  await userEvent.click(screen.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByText(detail)).toBeInTheDocument();
  expect(address).toBeInvalid();
  expect(address).toHaveValue('http://10.0.0.1/');
});

test('disabled_webhook_shows_why_and_can_only_be_enabled_or_deleted', async () => {
  webhooks = [aWebhook({ enabled: false, disabledReason: '40 deliveries failed.' })];
  const bodies = recordCalls('patch', '/api/webhooks/h1', () => {
    webhooks = [aWebhook()];
    return ok({ webhook: aWebhook() });
  });
  show();
  expect(await screen.findByText(/40 deliveries failed/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Send test event' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Enable webhook' }));
  expect(await screen.findByText('Enabled')).toBeInTheDocument();
  expect(bodies).toEqual([{ enabled: true }]);
});

test('failed_delivery_shows_its_reason_and_is_sent_again', async () => {
  webhooks = [aWebhook()];
  deliveries = [aDelivery()];
  const sent = recordCalls('post', '/api/webhooks/h1/deliveries/d1/redeliver', () => {
    deliveries = [aDelivery({ status: 'delivered', error: null, responseCode: 204 })];
    return ok({ delivery: aDelivery() });
  });
  show();
  expect(await screen.findByText('The receiver answered 500.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Send again/ }));
  expect(await screen.findByText('Delivered')).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

test('delivery_that_waits_for_its_next_attempt_says_when_and_is_sent_at_once_on_request', async () => {
  webhooks = [aWebhook()];
  const nextAttemptAt = new Date(Date.now() + 5 * 3_600_000 + 60_000).toISOString();
  deliveries = [aDelivery({ status: 'waiting', attempts: 11, nextAttemptAt })];
  const sent = recordCalls('post', '/api/webhooks/h1/deliveries/d1/redeliver', () => {
    deliveries = [aDelivery({ status: 'waiting', attempts: 0, error: null, nextAttemptAt: null })];
    return ok({ delivery: aDelivery() });
  });
  show();
  expect(await screen.findByText(/^Next attempt/)).toHaveTextContent('Next attempt in 5 hours');
  await userEvent.click(screen.getByRole('button', { name: /^Send now/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Send now/ })).toBeDisabled());
  expect(sent).toHaveLength(1);
});

test('webhook_is_deleted_only_after_confirmation', async () => {
  webhooks = [aWebhook()];
  const deleted = recordCalls('delete', '/api/webhooks/h1', () => {
    webhooks = [];
    return ok();
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete webhook' }));
  expect(deleted).toEqual([]);
  const dialog = await screen.findByRole('dialog', { name: 'Delete the webhook?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete webhook' }));
  expect(await screen.findByText('No webhook yet')).toBeInTheDocument();
  expect(deleted).toHaveLength(1);
});
