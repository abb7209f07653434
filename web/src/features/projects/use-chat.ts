import { useEffect, useState } from 'react';
import type { ChatMessage } from '@/api/types';
import { useLiveEvent } from '@/hooks/use-live-event';
import { sendToTopic, wantTopic } from '@/lib/live/topics';
import { realtimeChannel } from '@/lib/strings';

/** Acknowledgement of a call on the live channel. */
interface Answer {
  success?: boolean;
  message?: string;
  messages?: ChatMessage[];
}

/** Duration of a typing notification after the last key. */
const TYPING_MS = 6_000;

/** Timeout after which an unacknowledged message counts as lost. */
const ANSWER_MS = 10_000;

export interface Chat {
  /** Oldest first; null before the room is joined. */
  messages: ChatMessage[] | null;
  /** Names of other users who are typing. */
  typing: string[];
  /** Reason why the room cannot be joined. */
  refusal: string | null;
  /** Sends a message; returns the error, or null on success. */
  send: (text: string) => Promise<string | null>;
  /** Notifies others that the user starts or stops typing. */
  sendTyping: (isTyping: boolean) => void;
}

/** Room of a project, joined while mounted. */
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
        // The connection may break before the acknowledgement. Only the first resolution counts.
        setTimeout(() => resolve(realtimeChannel.notConnected), ANSWER_MS);
      }),
    sendTyping: (isTyping) => void sendToTopic('chat:typing', roomId, isTyping),
  };
}

/** Merges messages in order without duplicates. */
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
