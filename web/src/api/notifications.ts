import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import type { InboxNotification } from './types';

type ReadNotifications = components['schemas']['ReadNotifications'];

export interface NotificationPage {
  notifications: InboxNotification[];
  nextCursor: string | null;
  /** All that are unread, whatever the filter. */
  unread: number;
}

export interface NotificationFilter {
  unread?: boolean;
  kind?: string;
}

const PAGE = 30;

export const notificationQueries = {
  all: () => ['notifications', 'list'] as const,
  list: (filter: NotificationFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ['notifications', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        api.get<NotificationPage>('/api/notifications', {
          query: { ...filter, limit: PAGE, cursor: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
};

export const notificationApi = {
  markRead: (body: Required<Pick<ReadNotifications, 'ids'>> | { all: true }) =>
    api.post<{ unread: number }>('/api/notifications/read', { body }),
};
