import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '@/api/types';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field, Textarea } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import { ScrollBox } from '@/components/ui/scroll-box';
import { useAuth } from '@/hooks/use-auth';
import { useLive } from '@/lib/live/store';
import { type Chat, useChat } from './use-chat';

const MOST_CHARACTERS = 4_000;
/** Interval between two typing notices. */
const TELL_EVERY_MS = 3_000;

/** Chat of the workspace's members about a project. */
export function ChatCard({ projectId }: { projectId: string }) {
  const isAvailable = useLive((state) => state.available);
  const { user } = useAuth();
  const chat = useChat(projectId, user?.id);
  return (
    <Card aria-label="Chat">
      <CardHeader title="Chat" description="Visible to all members of the workspace." />
      <CardBody className="grid gap-4">
        {isAvailable ? (
          <>
            {chat.refusal ? (
              <Callout tone="danger" title="Failed to load the chat">
                {chat.refusal}
              </Callout>
            ) : (
              // Same height while loading as when empty, to avoid layout shifts.
              <div className="min-h-44">
                <Messages chat={chat} />
              </div>
            )}
            <Say chat={chat} />
          </>
        ) : (
          <p className="text-muted-foreground">The chat needs live updates, which are off on this server.</p>
        )}
      </CardBody>
    </Card>
  );
}

function Messages({ chat: { messages, typing } }: { chat: Chat }) {
  const list = useRef<HTMLElement>(null);
  const last = messages?.at(-1)?.id;
  // Scrolls to each new message.
  useEffect(() => {
    if (last !== undefined && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  if (messages === null) return <LoadingRows rows={2} />;
  if (messages.length === 0) {
    return (
      <EmptyPanel
        title="No messages yet"
        text="Send a message about this project to the members of the workspace."
        className="py-6"
      />
    );
  }
  return (
    <div>
      <ScrollBox ref={list} label="Messages" aria-live="polite" className="max-h-96 overflow-y-auto">
        <ol className="grid gap-4">
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      </ScrollBox>
      <p className="mt-2 h-5 text-xs text-muted-foreground" aria-live="polite">
        {typing.length > 0 ? `${typing.join(', ')} ${typing.length === 1 ? 'is' : 'are'} typing…` : null}
      </p>
    </div>
  );
}

function Message({ message: { user, message, timestamp } }: { message: ChatMessage }) {
  const name = user.name ?? 'Former member';
  return (
    <li className="flex gap-3">
      <Avatar name={name} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{name}</span>
          <span className="text-xs text-muted-foreground">
            <RelativeTime at={timestamp} />
          </span>
        </p>
        <p className="whitespace-pre-wrap wrap-anywhere">{message}</p>
      </div>
    </li>
  );
}

function Say({ chat }: { chat: Chat }) {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const reportedAt = useRef(0);

  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    const refused = await chat.send(text.trim());
    setBusy(false);
    setFailure(refused);
    if (refused === null) setText('');
    reportedAt.current = 0;
    chat.sendTyping(false);
  };
  const type = (value: string) => {
    setText(value);
    if (Date.now() - reportedAt.current < TELL_EVERY_MS) return;
    reportedAt.current = Date.now();
    chat.sendTyping(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };

  return (
    <form onSubmit={send} className="grid gap-2">
      <Field label="Message" error={failure}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            className="min-h-16"
            maxLength={MOST_CHARACTERS}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="secondary"
        className="justify-self-end"
        needsNetwork
        busy={isBusy}
        disabled={text.trim() === ''}
        title="Ctrl Enter"
      >
        Send
      </Button>
    </form>
  );
}
