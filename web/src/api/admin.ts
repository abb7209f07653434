import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditLine } from './account';
import { api } from './client';
import type { KillSwitch } from './plans';
import type { components } from './schema.gen';
import type { User } from './types';

export type Worker = components['schemas']['Worker'];
export type QueueLane = components['schemas']['QueueState']['lanes'][number];

/** An account as an administrator sees it. */
export type AdminUser = Pick<
  User,
  'id' | 'email' | 'name' | 'role' | 'emailVerified' | 'subscription' | 'createdAt'
> & {
  disabledAt: string | null;
};
export type AdminAuditLine = AuditLine & { userId: string | null };

/** A mail that went out, waits, or stays because no mail server is set up. */
export interface OutboxMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  status: string;
  createdAt: string;
  sentAt: string | null;
  error: string | null;
}

type Page<Member extends string, Item> = Record<Member, Item[]> & { nextCursor: string | null };

const PATHS: Record<string, string> = { mails: 'outbox', audit: 'audit-log' };

function pages<Member extends string, Item>(member: Member, query: Record<string, string> = {}) {
  const path = `/api/admin/${PATHS[member] ?? member}`;
  return infiniteQueryOptions({
    queryKey: ['admin', member, query],
    queryFn: ({ signal, pageParam }) =>
      api.get<Page<Member, Item>>(path, { signal, query: { ...query, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: (data): Item[] => data.pages.flatMap((page) => page[member]),
  });
}

export const adminQueries = {
  users: (search: string) => pages<'users', AdminUser>('users', { search }),
  audit: () => pages<'audit', AdminAuditLine>('audit'),
  outbox: () => pages<'mails', OutboxMessage>('mails'),
  workers: () =>
    queryOptions({
      queryKey: ['admin', 'workers'],
      queryFn: ({ signal }) => api.get<{ workers: Worker[] }>('/api/admin/workers', { signal }),
      select: (answer) => answer.workers,
    }),
  queue: () =>
    queryOptions({
      queryKey: ['admin', 'queue'],
      queryFn: ({ signal }) => api.get<components['schemas']['QueueState']>('/api/admin/queue', { signal }),
    }),
  killSwitch: () =>
    queryOptions({
      queryKey: ['admin', 'kill-switch'],
      queryFn: ({ signal }) => api.get<{ operator: KillSwitch }>('/api/admin/kill-switch', { signal }),
      select: (answer) => answer.operator,
    }),
};

export const adminApi = {
  setKillSwitch: (body: { isOn: boolean; reason: string }) =>
    api.put<{ operator: KillSwitch }>('/api/admin/kill-switch', { body }),
  updateUser: (id: string, change: { role?: string; plan?: string; disabled?: boolean }) =>
    api.patch<{ user: AdminUser }>(`/api/admin/users/${id}`, { body: change }),
};
