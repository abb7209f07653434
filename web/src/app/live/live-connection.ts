import type { QueryClient } from '@tanstack/react-query';
import { TOUCHED_BY_RUNS } from '@/api/runs';
import { renewOrEnd } from '@/api/transport';
import { engineChannelUri, realtimeOrigin } from '@/lib/live/address';
import { serveCommands } from '@/lib/live/commands';
import { EngineChannel } from '@/lib/live/engine-channel';
import { emitLiveEvent, type LiveEvent } from '@/lib/live/events';
import { notificationFor } from '@/lib/live/notifications';
import { createNotifier } from '@/lib/live/notifier';
import { RealtimeChannel } from '@/lib/live/realtime-channel';
import { createSocketIo } from '@/lib/live/socket-io';
import { logMessage, patchChannel, resetLive, setSubscriptions, useLive } from '@/lib/live/store';
import { isWanted, RUNS_TOPIC, serveTopics, type TopicServer } from '@/lib/live/topics';
import { tokenStorage } from '@/lib/session/token-storage';
import { patchCaches } from './patch-caches';

/** Channels of the first connection that every page listens to, because their events raise notifications. */
const CHANNELS = ['engines', 'opportunities', 'performance'];

/** Subscriptions of each page on the second connection. */
const NOTIFICATIONS = ['notification:subscribe', 'notification:unsubscribe'] as const;

/** Number of remembered event ids for detecting repeats: more than the server keeps for resuming. */
const EVENTS_REMEMBERED = 2_000;

/** Returns a function that reports whether an id is among the latest `size`. */
function createMemory(size: number): (id: string) => boolean {
  const ids = new Set<string>();
  return (id) => {
    const isKnown = ids.has(id);
    ids.add(id);
    const [oldest] = ids.size > size ? ids : [];
    if (oldest !== undefined) ids.delete(oldest);
    return isKnown;
  };
}

/** Returns true for events of the second channel only, which are too many or too private for the log. */
function isOfSecondChannel(type: string): boolean {
  return ['system:', 'chat:', 'project:', 'dashboard:'].some((prefix) => type.startsWith(prefix));
}

export interface LiveConnection {
  start: () => void;
  stop: () => void;
  /** Continues with the currently stored token. */
  renew: () => void;
  /** Reconnects at once: the network is back, the tab has the focus, or a call succeeded. */
  retry: () => void;
}

export interface LiveUser {
  isAdmin: boolean;
  /** True for events that are not shown as they arrive. */
  isQuiet: (type: string) => boolean;
}

type Taker = (event: LiveEvent) => void;

const renewToken = () => renewOrEnd(tokenStorage.liveToken());

/** Returns the handler of an event: log, caches, notification, listeners; a repeated one is ignored. */
function createTaker(queries: QueryClient, isQuiet: LiveUser['isQuiet']): Taker {
  const notify = createNotifier();
  const isSeen = createMemory(EVENTS_REMEMBERED);
  return (event) => {
    // After a gap the server repeats events that the other channel may have delivered.
    if (event.id !== undefined && isSeen(event.id)) return;
    logMessage({ ...event, id: event.id ?? crypto.randomUUID() });
    patchCaches(queries, event);
    const notification = notificationFor(event);
    if (notification && !isQuiet(event.type)) notify(notification);
    emitLiveEvent(event);
  };
}

function createEngineChannel(base: URL, queries: QueryClient, take: Taker): EngineChannel {
  return new EngineChannel({
    uri: (since) => {
      const token = tokenStorage.liveToken();
      return token === null ? null : engineChannelUri(base, token, since);
    },
    renewToken,
    onState: (change) => patchChannel('engine', change),
    onEvent: take,
    onResumed: () => refresh(queries, ['runs', 'engines', 'notifications']),
  });
}

function createRealtimeChannel(base: URL, take: Taker): RealtimeChannel {
  return new RealtimeChannel({
    origin: () => realtimeOrigin(base),
    token: tokenStorage.liveToken,
    renewToken,
    onState: (change) => patchChannel('realtime', change),
    // Both channels carry the same events: events of the second are used while the first is down.
    onEvent: (event) => {
      if (isOfSecondChannel(event.type)) emitLiveEvent(event);
      else if (!useLive.getState().engine.connected) take(event);
    },
    createSocket: createSocketIo,
  });
}

function refresh(queries: QueryClient, nouns: readonly string[]): void {
  for (const noun of nouns) queries.invalidateQueries({ queryKey: [noun] });
}

/** Joins and leaves channels of the first connection, depending on pages and the visibility of the tab. */
function createSubscriptions(engine: EngineChannel, queries: QueryClient) {
  const left = new Set<string>();
  return {
    join(channel: string): void {
      engine.subscribe(channel);
      setSubscriptions(engine.subscriptions);
      // Events since leaving are lost, including ends of runs.
      if (left.delete(channel)) refresh(queries, ['runs', ...TOUCHED_BY_RUNS]);
    },
    leave(channel: string): void {
      left.add(channel);
      engine.unsubscribe(channel);
      setSubscriptions(engine.subscriptions);
    },
  };
}

function topicServer(
  subscriptions: ReturnType<typeof createSubscriptions>,
  realtime: RealtimeChannel,
  isAdmin: boolean,
): TopicServer {
  return {
    join(topic) {
      if ('channel' in topic) subscriptions.join(topic.channel);
      else if (isAdmin || topic.join !== 'system:subscribe') {
        realtime.subscribe(topic.join, ...topic.values, ...(topic.joined ? [topic.joined] : []));
      }
    },
    leave(topic) {
      if ('channel' in topic) subscriptions.leave(topic.channel);
      else realtime.unsubscribe(topic.join, topic.leave, ...topic.values);
    },
    send: (event, ...values) => realtime.emit(event, ...values),
  };
}

/** Both channels of a signed-in user, connected to the store, the caches and the messages. */
export function createLiveConnection(base: URL, queries: QueryClient, { isAdmin, isQuiet }: LiveUser): LiveConnection {
  const take = createTaker(queries, isQuiet);
  const engine = createEngineChannel(base, queries, take);
  const realtime = createRealtimeChannel(base, take);
  const subscriptions = createSubscriptions(engine, queries);
  const retry = () => {
    engine.retryNow();
    realtime.connect();
  };
  let stopTopics = () => {};
  let stopCommands = () => {};
  // A hidden tab needs no progress; missed data is loaded when it becomes visible.
  const followVisibility = () => {
    if (!isWanted(RUNS_TOPIC)) return;
    if (document.hidden) subscriptions.leave(RUNS_TOPIC.channel);
    else subscriptions.join(RUNS_TOPIC.channel);
  };
  return {
    start() {
      for (const channel of CHANNELS) subscriptions.join(channel);
      useLive.setState({ reconnect: retry });
      engine.connect();
      realtime.subscribe(NOTIFICATIONS[0]);
      stopTopics = serveTopics(topicServer(subscriptions, realtime, isAdmin));
      realtime.connect();
      stopCommands = serveCommands((type, payload) => engine.send(type, payload));
      document.addEventListener('visibilitychange', followVisibility);
    },
    stop() {
      document.removeEventListener('visibilitychange', followVisibility);
      stopCommands();
      stopTopics();
      for (const channel of engine.subscriptions) engine.unsubscribe(channel);
      realtime.unsubscribe(...NOTIFICATIONS);
      engine.disconnect();
      realtime.disconnect();
      resetLive();
    },
    renew() {
      const token = tokenStorage.liveToken();
      if (token === null) return;
      engine.renew(token);
      realtime.renew(token);
    },
    retry,
  };
}
