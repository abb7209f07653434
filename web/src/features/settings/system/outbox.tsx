import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQueries, type OutboxMessage } from '@/api/admin';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { StateBadge } from '@/components/ui/state-badge';
import { Table, Td, Th } from '@/components/ui/table';
import { PagedCard } from './pages';

/** Emails of the installation. Without a mail server they are kept here, including links. */
export function Outbox() {
  const outbox = useInfiniteQuery(adminQueries.outbox());
  const [open, setOpen] = useState<OutboxMessage | null>(null);
  return (
    <>
      <PagedCard
        title="Outbox"
        description="Emails to users, newest first. Without a mail server, forward their links yourself."
        query={outbox}
        empty="No emails yet"
      >
        {(messages) => (
          <Table stacked label="Outbox">
            <thead>
              <tr>
                <Th>Written</Th>
                <Th>Subject</Th>
                <Th>State</Th>
                <Th>
                  <span className="sr-only">Actions</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {messages.map((message) => (
                <tr key={message.id}>
                  <Td stack="line" className="whitespace-nowrap text-muted-foreground">
                    <RelativeTime at={message.createdAt} />
                  </Td>
                  <Td stack="title" className="sm:w-full">
                    <span className="font-medium">{message.subject}</span>
                    <span className="block text-xs font-normal wrap-anywhere text-muted-foreground">
                      To {message.to}
                    </span>
                  </Td>
                  <Td stack="corner">
                    <StateBadge state={message.status === 'kept' ? 'not sent' : message.status} />
                  </Td>
                  <Td stack="end" className="text-right">
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={`Open ${message.subject} to ${message.to}`}
                      onClick={() => setOpen(message)}
                    >
                      Open
                    </Button>
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </PagedCard>
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={open?.subject ?? ''} description={open?.to}>
        {open?.error ? <p className="mb-4 text-destructive">{open.error}</p> : null}
        <pre className="text-[0.8125rem] break-words whitespace-pre-wrap">
          {open?.text || 'The text was deleted after sending, because its links are secret.'}
        </pre>
      </Dialog>
    </>
  );
}
