import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { errorText } from '@/api/errors';
import { type NotificationFilter, notificationApi, notificationQueries } from '@/api/notifications';
import { SectionLoader } from '@/components/states/page-loader';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/dialog';
import { toastFailure } from '@/lib/failed';
import { markInInbox } from '../live/inbox';

const NotificationList = lazy(() => import('./notification-list'));

/** Notification button with the unread count, and its inbox. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const [filter, setFilter] = useState<NotificationFilter>({});
  const inbox = useInfiniteQuery(notificationQueries.list());
  const unread = inbox.data?.pages[0]?.unread ?? 0;
  const mark = useMarkRead();
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
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title="Notifications"
        footer={
          <Button
            variant="outline"
            size="sm"
            busy={mark.isPending}
            disabled={unread === 0}
            onClick={() => mark.mutate({ all: true })}
          >
            Mark all as read
          </Button>
        }
      >
        {open ? (
          <Suspense fallback={<SectionLoader />}>
            <NotificationList
              filter={filter}
              onFilter={setFilter}
              onRead={(id) => mark.mutate({ ids: [id] })}
              onFollowed={() => setOpen(false)}
            />
          </Suspense>
        ) : null}
      </Drawer>
    </>
  );
}

/** Marks at once, then uses the server's state. */
function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: notificationApi.markRead,
    onMutate: (wanted) => {
      const isMeant = (id: string) => 'all' in wanted || wanted.ids.includes(id);
      markInInbox(queries, isMeant, new Date().toISOString());
    },
    onError: (error) => toastFailure('Failed to mark the notifications as read', errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationQueries.all() }),
  });
}
