import { useEffect, useState } from 'react';
import type { ChatMessage } from '@/api/types';
import { useLiveEvent } from '@/hooks/use-live-event';
import { sendToTopic, wantTopic } from '@/lib/live/topics';
import { realtimeChannel } from '@/lib/strings';

/** What the server says to a call of the live channel. */
interface Answer {
  success?: boolean;
  message?: string;
  messages?: ChatMessage[];
}

/** Somebody's typing is shown until they stop, or for this long after their last key. */
const TYPING_MS = 6_000;

/** A message that the server has not answered for so long is taken for lost. */
const ANSWER_MS = 10_000;

export interface Chat {
  /** Oldest first; null before the room was joined. */
  messages: ChatMessage[] | null;
  /** Names of others who are typing. */
  typing: string[];
  /** Why the room cannot be joined. */
  refusal: string | null;
  /** Sends a message; answers why it was not taken, null when it was. */
  send: (text: string) => Promise<string | null>;
  /** Tells the others that one types, or no more. */
  sendTyping: (isTyping: boolean) => void;
}

/** The room of a project, joined while this is shown. */
export function useChat(roomId: string, userId: string | undefined): Chat {
  const [messages, setMessages] = useState<ChatMessage[] | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = (more: ChatMessage[]) => setMessages((known) => merged(known ?? [], more));

  useEffect(() => {
    setMessages(null);
    const joined = (answer: unknown) => {
      const { success, message, messages } = answer as Answer;
      setRefusal(success ? null : (message ?? realtimeChannel.failed));
      if (messages) setMessages((known) => merged(known ?? [], messages));
    };
    return wantTopic({ join: 'chat:join', leave: 'chat:leave', values: [roomId], joined });
  }, [roomId]);

  useLiveEvent('chat:message', (message) => {
    if (message.roomId === roomId) add([message]);
  });

  return {
    messages,
    typing: useTyping(roomId, userId),
    refusal,
    send: (text) =>
      new Promise((resolve) => {
        const said = { message: text, timestamp: new Date().toISOString() };
        const taken = (answer: Answer) => resolve(answer.success ? null : (answer.message ?? realtimeChannel.failed));
        if (!sendToTopic('chat:message', roomId, said, taken)) resolve(realtimeChannel.notConnected);
        // The connection may break before the server has answered. A promise holds what it was told first.
        setTimeout(() => resolve(realtimeChannel.notConnected), ANSWER_MS);
      }),
    sendTyping: (isTyping) => void sendToTopic('chat:typing', roomId, isTyping),
  };
}

/** Each message once, in the order in which they were said. */
function merged(known: ChatMessage[], more: ChatMessage[]): ChatMessage[] {
  const all = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...all.values()].sort((a, b) => a.timestamp.localeCompare(b.timestamp));
}

function useTyping(roomId: string, userId: string | undefined): string[] {
  const [typing, setTyping] = useState<Record<string, { name: string; until: number }>>({});
  useLiveEvent('chat:typing', ({ roomId: room, user, typing: isTyping }) => {
    if (room !== roomId || user.id === userId) return;
    setTyping(({ [user.id]: _, ...others }) =>
      isTyping ? { ...others, [user.id]: { name: user.name ?? 'Someone', until: Date.now() + TYPING_MS } } : others,
    );
  });
  useEffect(() => {
    const ends = Object.values(typing).map((one) => one.until);
    if (ends.length === 0) return;
    const forget = () =>
      setTyping((all) => Object.fromEntries(Object.entries(all).filter(([, one]) => one.until > Date.now())));
    const timer = setTimeout(forget, Math.max(0, Math.min(...ends) - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [typing]);
  return Object.values(typing).map((one) => one.name);
}
