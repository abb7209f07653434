import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type NotificationPage, notificationApi, notificationQueries } from '@/api/notifications';
import type { InboxNotification } from '@/api/types';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { cn } from '@/lib/cn';
import { toastFailure } from '@/lib/failed';

/** The bell with its count, and the notification centre behind it. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const inbox = useQuery(notificationQueries.list());
  const unread = inbox.data?.unread ?? 0;
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={() => setOpen(true)}
        className="relative grid size-10 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <Bell size={18} aria-hidden="true" />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-primary px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-primary-foreground tabular"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </button>
      <Drawer open={open} onClose={() => setOpen(false)} title="Notifications" footer={<MarkAll unread={unread} />}>
        <QueryPanel
          query={inbox}
          isEmpty={(page) => page.notifications.length === 0}
          empty={
            <EmptyPanel
              icon={Bell}
              title="No notifications yet"
              text="Insights, opportunities and failed runs appear here."
            />
          }
        >
          {(page) => <Inbox page={page} />}
        </QueryPanel>
      </Drawer>
    </>
  );
}

function Inbox({ page }: { page: NotificationPage }) {
  return (
    <ul className="grid gap-1">
      {page.notifications.map((each) => (
        <Entry key={each.id} entry={each} />
      ))}
    </ul>
  );
}

function Entry({ entry }: { entry: InboxNotification }) {
  const mark = useMarkRead();
  // What came over the live connection only has no record on the server that could be marked.
  const isMarkable = entry.readAt === null && !entry.id.startsWith('live:');
  return (
    <li className={cn('rounded-md px-3 py-3', entry.readAt === null && 'bg-accent')}>
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{entry.title}</p>
        <span className="shrink-0 text-xs text-muted-foreground">
          <RelativeTime at={entry.createdAt} />
        </span>
      </div>
      <p className="mt-0.5 text-[0.8125rem] break-words text-muted-foreground">{entry.message}</p>
      {isMarkable ? (
        <Button
          variant="link"
          size="inline"
          className="mt-1 min-h-6 text-[0.8125rem]"
          aria-label={`Mark as read: ${entry.title}`}
          onClick={() => mark.mutate({ ids: [entry.id] })}
        >
          Mark as read
        </Button>
      ) : null}
    </li>
  );
}

/** Marks at once, and lets the server have the last word. */
function useMarkRead() {
  const queries = useQueryClient();
  const { queryKey } = notificationQueries.list();
  return useMutation({
    mutationFn: notificationApi.markRead,
    onMutate: (wanted) => {
      const readAt = new Date().toISOString();
      const isMeant = (id: string) => 'all' in wanted || wanted.ids.includes(id);
      queries.setQueryData<NotificationPage>(queryKey, (before) => before && markedRead(before, isMeant, readAt));
    },
    onError: (error) => toastFailure('Failed to mark the notifications as read', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

function markedRead(page: NotificationPage, isMeant: (id: string) => boolean, readAt: string): NotificationPage {
  const notifications = page.notifications.map((each) =>
    each.readAt === null && isMeant(each.id) ? { ...each, readAt } : each,
  );
  const marked = notifications.filter((each, at) => each !== page.notifications[at]).length;
  return { ...page, notifications, unread: Math.max(0, page.unread - marked) };
}

function MarkAll({ unread }: { unread: number }) {
  const mark = useMarkRead();
  return (
    <Button
      variant="outline"
      size="sm"
      busy={mark.isPending}
      disabled={unread === 0}
      onClick={() => mark.mutate({ all: true })}
    >
      Mark all as read
    </Button>
  );
}
