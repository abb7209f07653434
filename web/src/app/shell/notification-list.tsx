import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { type NotificationFilter, notificationQueries } from '@/api/notifications';
import type { InboxNotification } from '@/api/types';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import { Segmented } from '@/components/ui/segmented';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { cn } from '@/lib/cn';
import { readable } from '@/lib/readable';
import { notificationTitles as titles } from '@/lib/strings';

/** Kinds of the inbox with their names. */
const KINDS = [
  ['engine:insight', 'Findings'],
  ['engine:error', titles.engineError],
  ['opportunity:implemented', 'Implemented'],
  ['performance:alert', titles.alert],
  ['user:achievement', 'Achievements'],
  ['user:subscription', 'Subscription'],
  ['import', 'Imports'],
  ['webhook', 'Webhooks'],
  ['notice', 'Other'],
] as const;

const READ = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

interface Props {
  filter: NotificationFilter;
  onFilter: (filter: NotificationFilter) => void;
  onRead: (id: string) => void;
  /** Called when a link is followed. */
  onFollowed: () => void;
}

/** Notifications that match a filter, newest first, paged. */
export default function NotificationList({ filter, onFilter, onRead, onFollowed }: Props) {
  const inbox = useInfiniteQuery(notificationQueries.list(filter));
  const isFiltered = filter.unread === true || filter.kind !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label="Which notifications"
          value={filter.unread ? 'unread' : 'all'}
          options={READ}
          onChange={(value) =>
            onFilter({ ...without(filter, 'unread'), ...(value === 'unread' ? { unread: true } : {}) })
          }
        />
        <Select
          aria-label="Kind"
          className="w-auto"
          value={filter.kind ?? ''}
          onChange={({ target }) =>
            onFilter({ ...without(filter, 'kind'), ...(target.value === '' ? {} : { kind: target.value }) })
          }
        >
          <option value="">Every kind</option>
          {KINDS.map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <QueryPanel
        query={inbox}
        fallback="Failed to load the notifications."
        isEmpty={({ pages }) => pages.every((page) => page.notifications.length === 0)}
        empty={<Empty isFiltered={isFiltered} onReset={() => onFilter({})} />}
      >
        {({ pages }) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {pages.flatMap((page) =>
              page.notifications.map((each) => (
                <Entry key={each.id} entry={each} onRead={() => onRead(each.id)} onFollowed={onFollowed} />
              )),
            )}
          </ul>
        )}
      </QueryPanel>
      {inbox.hasNextPage ? (
        <Button variant="outline" size="sm" busy={inbox.isFetchingNextPage} onClick={() => inbox.fetchNextPage()}>
          Show older notifications
        </Button>
      ) : null}
    </div>
  );
}

function without(filter: NotificationFilter, member: keyof NotificationFilter): NotificationFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => key !== member));
}

function Empty({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  if (isFiltered) {
    return (
      <EmptyPanel
        icon={Bell}
        title="No such notifications"
        text="None fits the filter."
        action={
          <Button variant="outline" size="sm" onClick={onReset}>
            Show all notifications
          </Button>
        }
      />
    );
  }
  return (
    <EmptyPanel icon={Bell} title="Nothing yet" text="What the engines find and what your runs do is listed here." />
  );
}

function Entry({
  entry,
  onRead,
  onFollowed,
}: {
  entry: InboxNotification;
  onRead: () => void;
  onFollowed: () => void;
}) {
  const isUnread = entry.readAt === null;
  const follow = () => {
    if (isUnread) onRead();
    onFollowed();
  };
  return (
    <li className={cn('rounded-md px-3 py-3', isUnread && 'bg-accent')}>
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">
          <Title entry={entry} onFollow={follow} />
          {entry.count > 1 ? (
            <Badge className="ml-2">
              {entry.count}
              <span className="sr-only"> times</span>
            </Badge>
          ) : null}
        </p>
        <span className="shrink-0 text-xs text-muted-foreground">
          <RelativeTime at={entry.createdAt} />
        </span>
      </div>
      <p className="mt-0.5 text-[0.8125rem] break-words text-muted-foreground">{readable(entry.message)}</p>
      {isUnread ? (
        <Button
          variant="link"
          size="inline"
          className="mt-1 min-h-6 text-[0.8125rem]"
          aria-label={`Mark as read: ${entry.title}`}
          onClick={onRead}
        >
          Mark as read
        </Button>
      ) : null}
    </li>
  );
}

/** Link to the object if it is in the current workspace; objects of other workspaces cannot be shown. */
function Title({ entry, onFollow }: { entry: InboxNotification; onFollow: () => void }) {
  const { current, workspaces } = useWorkspaces();
  const isHere = entry.workspaceId === null || entry.workspaceId === current?.id;
  if (entry.route !== null && isHere) {
    return (
      <Link to={entry.route} onClick={onFollow} className="underline-offset-4 hover:underline">
        {entry.title}
      </Link>
    );
  }
  const place = workspaces.find(({ id }) => id === entry.workspaceId)?.name;
  return (
    <>
      {entry.title}
      {place ? <span className="font-normal text-muted-foreground"> in {place}</span> : null}
    </>
  );
}
