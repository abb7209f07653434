import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminApi, adminQueries, type ReceivedMessage } from '@/api/admin';
import { errorText } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { toastFailure } from '@/lib/failed';
import { PagedCard } from './pages';

/** What visitors wrote to the operator with the contact form. */
export function Messages() {
  const messages = useInfiniteQuery(adminQueries.messages());
  const [chosen, setChosen] = useState<ReceivedMessage | null>(null);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: adminApi.deleteMessage,
    onError: (error) => toastFailure('Failed to delete the message', errorText(error)),
    onSettled: () => {
      setChosen(null);
      return queries.invalidateQueries({ queryKey: adminQueries.messages().queryKey });
    },
  });
  return (
    <>
      <PagedCard
        title="Messages"
        description="From the contact form, newest first. Nobody has checked the addresses."
        query={messages}
        empty="No messages yet"
      >
        {(list) => (
          <ul aria-label="Messages" className="divide-y divide-border px-3">
            {list.map((message) => (
              <Row key={message.id} message={message} onDelete={() => setChosen(message)} />
            ))}
          </ul>
        )}
      </PagedCard>
      <ConfirmDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        onConfirm={() => chosen && remove.mutate(chosen.id)}
        busy={remove.isPending}
        title={`Delete the message of ${chosen?.name ?? 'the visitor'}?`}
        text="This cannot be undone."
        action="Delete message"
      />
    </>
  );
}

function Row({ message, onDelete }: { message: ReceivedMessage; onDelete: () => void }) {
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <span className="font-medium wrap-anywhere">{message.name}</span>{' '}
          <a
            className="wrap-anywhere underline underline-offset-2"
            href={`mailto:${encodeURIComponent(message.email)}`}
          >
            {message.email}
          </a>
        </p>
        <p className="text-[0.8125rem] text-muted-foreground">
          <RelativeTime at={message.createdAt} /> from {message.address}
        </p>
      </div>
      <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{message.message}</p>
      <div>
        <Button
          needsNetwork
          variant="outline"
          size="sm"
          aria-label={`Delete the message of ${message.name}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}
