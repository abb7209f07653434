import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, client, type QueryOf } from './client';
import { keptWithin } from './paging';
import type { Schemas } from './types';

export type NotificationPage = Schemas['Notifications'];

export type NotificationFilter = Pick<QueryOf<'/api/notifications'>, 'unread' | 'kind'>;

const PAGE = 30;

export const notificationQueries = {
  all: () => ['notifications', 'list'] as const,
  list: (filter: NotificationFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ['notifications', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        answer(
          client.GET('/api/notifications', {
            signal,
            params: { query: { ...filter, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
          }),
        ),
      placeholderData: keptWithin(),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
};

export const notificationApi = {
  markRead: (body: { ids: string[] } | { all: true }) => answer(client.POST('/api/notifications/read', { body })),
};
