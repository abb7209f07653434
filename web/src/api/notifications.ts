import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Schemas } from './types';

export type NotificationPage = Schemas['Notifications'];

export const notificationQueries = {
  list: () =>
    queryOptions({
      queryKey: ['notifications', 'list'],
      queryFn: ({ signal }) => answer(client.GET('/api/notifications', { signal })),
    }),
};

export const notificationApi = {
  markRead: (body: { ids: string[] } | { all: true }) => answer(client.POST('/api/notifications/read', { body })),
};
