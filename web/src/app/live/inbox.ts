import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type NotificationFilter, type NotificationPage, notificationQueries } from '@/api/notifications';
import type { InboxNotification } from '@/api/types';

type Inbox = InfiniteData<NotificationPage, string | null>;

/** Adds the stored notification of a live event to the inbox once, replacing those of its group. */
export function addToInbox(queries: QueryClient, payload: Record<string, unknown>): void {
  if (typeof payload.id !== 'string' || typeof payload.kind !== 'string') return;
  const { replaces, ...entry } = payload;
  const replaced = Array.isArray(replaces) ? replaces.map(String) : [];
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: notificationQueries.all() })) {
    const filter = (queryKey[2] ?? {}) as NotificationFilter;
    queries.setQueryData<Inbox>(queryKey, (before) =>
      before ? withEntry(before, entry as unknown as InboxNotification, replaced, filter) : before,
    );
  }
}

function withEntry(inbox: Inbox, entry: InboxNotification, replaced: string[], { kind }: NotificationFilter): Inbox {
  if (inbox.pages.some((page) => page.notifications.some(({ id }) => id === entry.id))) return inbox;
  const unread = (inbox.pages[0]?.unread ?? 0) + 1 - replaced.length;
  const fits = kind === undefined || kind === entry.kind;
  const pages = inbox.pages.map((page, at) => {
    const rest = page.notifications.filter(({ id }) => !replaced.includes(id));
    return { ...page, unread: Math.max(0, unread), notifications: at === 0 && fits ? [entry, ...rest] : rest };
  });
  return { ...inbox, pages };
}

/** Marks entries as read before the server responds. */
export function markInInbox(queries: QueryClient, isMeant: (id: string) => boolean, readAt: string): void {
  queries.setQueriesData<Inbox>({ queryKey: notificationQueries.all() }, (before) => {
    if (!before) return before;
    let marked = 0;
    const pages = before.pages.map((page) => ({
      ...page,
      notifications: page.notifications.map((each) => {
        if (each.readAt !== null || !isMeant(each.id)) return each;
        marked += 1;
        return { ...each, readAt };
      }),
    }));
    return { ...before, pages: pages.map((page) => ({ ...page, unread: Math.max(0, page.unread - marked) })) };
  });
}
