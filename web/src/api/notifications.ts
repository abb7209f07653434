import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { InboxNotification } from './types';

export interface NotificationPage {
  notifications: InboxNotification[];
  nextCursor: string | null;
  unread: number;
}

export const notificationQueries = {
  list: () =>
    queryOptions({
      queryKey: ['notifications', 'list'],
      queryFn: ({ signal }) => api.get<NotificationPage>('/api/notifications', { signal }),
    }),
};

export const notificationApi = {
  markRead: (body: { ids: string[] } | { all: true }) => api.post('/api/notifications/read', { body }),
};
