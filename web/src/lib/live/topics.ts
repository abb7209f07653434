/** Channels and topics that screens want while they are shown. */

/** A channel of the first connection. */
export interface ChannelTopic {
  channel: string;
}

/** A topic of the second connection. */
export interface EventTopic {
  /** Event that joins, e.g. "system:subscribe". */
  join: string;
  /** Event that leaves. */
  leave: string;
  values: unknown[];
  /** Receives the acknowledgement of each join: `{success, message?}` and the topic's initial data. */
  joined?: (answer: unknown) => void;
}

export type Topic = ChannelTopic | EventTopic;

/** Progress and end of runs. */
export const RUNS_TOPIC: ChannelTopic = { channel: 'runs' };

/** Changes of the hub's figures. */
export const DASHBOARD_TOPIC: EventTopic = { join: 'dashboard:subscribe', leave: 'dashboard:unsubscribe', values: [] };

/** Joins and leaves topics: the connection, while there is one. */
export interface TopicServer {
  join: (topic: Topic) => void;
  leave: (topic: Topic) => void;
  /** False, and nothing sent, without a connection. */
  send: (event: string, ...values: unknown[]) => boolean;
}

const wanted = new Map<string, { topic: Topic; count: number }>();
let server: TopicServer | null = null;

function keyOf(topic: Topic): string {
  return JSON.stringify('channel' in topic ? topic.channel : [topic.join, ...topic.values]);
}

/** Asks for a topic; several may want the same one. Returns the way to give it up. */
export function wantTopic(topic: Topic): () => void {
  const key = keyOf(topic);
  const entry = wanted.get(key) ?? { topic, count: 0 };
  entry.count += 1;
  wanted.set(key, entry);
  if (entry.count === 1) server?.join(topic);
  let given = true;
  return () => {
    if (!given) return;
    given = false;
    entry.count -= 1;
    if (entry.count > 0) return;
    wanted.delete(key);
    server?.leave(topic);
  };
}

/** True while a screen uses the topic. */
export function isWanted(topic: Topic): boolean {
  return wanted.has(keyOf(topic));
}

/** Sends to a topic that was joined; false, and nothing sent, without a connection. */
export function sendToTopic(event: string, ...values: unknown[]): boolean {
  return server?.send(event, ...values) ?? false;
}

/** Serves current and future subscriptions. Returns the function to stop. */
export function serveTopics(next: TopicServer): () => void {
  server = next;
  for (const { topic } of wanted.values()) next.join(topic);
  return () => {
    if (server === next) server = null;
  };
}
