import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { type NotificationPage, notificationApi, notificationQueries } from '@/api/notifications';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { cn } from '@/lib/cn';

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
              title="Nothing yet"
              text="What the engines find and what your runs do is kept here."
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
        <li key={each.id} className={cn('rounded-md px-3 py-3', each.readAt === null && 'bg-accent')}>
          <div className="flex items-baseline justify-between gap-3">
            <p className="font-medium">{each.title}</p>
            <span className="shrink-0 text-xs text-muted-foreground">
              <RelativeTime at={each.createdAt} />
            </span>
          </div>
          <p className="mt-0.5 text-[0.8125rem] break-words text-muted-foreground">{each.message}</p>
        </li>
      ))}
    </ul>
  );
}

function MarkAll({ unread }: { unread: number }) {
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: () => notificationApi.markRead({ all: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationQueries.list().queryKey }),
  });
  return (
    <Button variant="outline" size="sm" busy={mark.isPending} disabled={unread === 0} onClick={() => mark.mutate()}>
      Mark all as read
    </Button>
  );
}
