import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import { keptWithin, paged } from './paging';
import type { Schemas } from './types';

export type Worker = Schemas['Worker'];
export type QueueLane = Schemas['LaneState'];
/** An account as shown to administrators. */
export type AdminUser = Schemas['Account'];
export type AdminAuditLine = Schemas['OwnedAuditLine'];
/** An email: sent, pending, or kept because no mail server is configured. */
export type OutboxMessage = Schemas['Mail'];
/** A message of the contact form. */
export type ReceivedMessage = Schemas['ReceivedMessage'];
/** A price of a data provider: the built-in one, and the one that replaces it. */
export type ProviderPrice = Schemas['OperatorPrice'];

export const adminQueries = {
  users: (search: string) =>
    infiniteQueryOptions({
      queryKey: ['admin', 'users', { search }],
      queryFn: ({ signal, pageParam: cursor }) =>
        answer(client.GET('/api/admin/users', { signal, params: { query: { search, cursor } } })),
      placeholderData: keptWithin(),
      ...paged,
      select: ({ pages }) => pages.flatMap((page) => page.users),
    }),
  audit: () =>
    infiniteQueryOptions({
      queryKey: ['admin', 'audit', {}],
      queryFn: ({ signal, pageParam: cursor }) =>
        answer(client.GET('/api/admin/audit-log', { signal, params: { query: { cursor } } })),
      ...paged,
      select: ({ pages }) => pages.flatMap((page) => page.audit),
    }),
  outbox: () =>
    infiniteQueryOptions({
      queryKey: ['admin', 'mails', {}],
      queryFn: ({ signal, pageParam: cursor }) =>
        answer(client.GET('/api/admin/outbox', { signal, params: { query: { cursor } } })),
      ...paged,
      select: ({ pages }) => pages.flatMap((page) => page.mails),
    }),
  messages: () =>
    infiniteQueryOptions({
      queryKey: ['admin', 'contact-messages', {}],
      queryFn: ({ signal, pageParam: cursor }) =>
        answer(client.GET('/api/admin/contact-messages', { signal, params: { query: { cursor } } })),
      ...paged,
      select: ({ pages }) => pages.flatMap((page) => page.messages),
    }),
  workers: () =>
    queryOptions({
      queryKey: ['admin', 'workers'],
      queryFn: ({ signal }) => answer(client.GET('/api/admin/workers', { signal })),
      select: ({ workers }) => workers,
    }),
  queue: () =>
    queryOptions({
      queryKey: ['admin', 'queue'],
      queryFn: ({ signal }) => answer(client.GET('/api/admin/queue', { signal })),
    }),
  prices: () =>
    queryOptions({
      queryKey: ['admin', 'provider-prices'],
      queryFn: ({ signal }) => answer(client.GET('/api/admin/provider-prices', { signal })),
    }),
  killSwitch: () =>
    queryOptions({
      queryKey: ['admin', 'kill-switch'],
      queryFn: ({ signal }) => answer(client.GET('/api/admin/kill-switch', { signal })),
      select: ({ operator }) => operator,
    }),
};

export const adminApi = {
  deleteMessage: (id: string) =>
    answer(client.DELETE('/api/admin/contact-messages/{id}', { params: { path: { id } } })),
  setKillSwitch: (body: Schemas['ThrowKillSwitch']) => answer(client.PUT('/api/admin/kill-switch', { body })),
  setPrice: (body: Schemas['NewOperatorPrice']) => answer(client.PUT('/api/admin/provider-prices', { body })),
  updateUser: (id: string, body: Schemas['AccountChange']) =>
    answer(client.PATCH('/api/admin/users/{id}', { params: { path: { id } }, body })),
};
