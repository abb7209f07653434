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
import { serveTopics } from '@/lib/live/topics';
import { tokenStorage } from '@/lib/session/token-storage';
import { patchCaches } from './patch-caches';

/** The channel with the progress of runs. */
const RUNS = 'runs';
/** Channels of the first connection that the product listens to. */
const CHANNELS = ['engines', 'opportunities', 'performance', RUNS];

/** Events that are known again when they come once more: more than are kept for resuming. */
const EVENTS_REMEMBERED = 2_000;

/** Tells whether an id was met before, among the latest `size`. */
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

/** Events that only the second channel has. They are too many, or too private, for the log. */
function isOfSecondChannel(type: string): boolean {
  return ['system:', 'chat:', 'project:', 'dashboard:'].some((prefix) => type.startsWith(prefix));
}

export interface LiveConnection {
  start: () => void;
  stop: () => void;
  /** Goes on with the token that is stored now. */
  renew: () => void;
  /** There is reason to hope: the network is back, the tab has the focus, a call succeeded. */
  retry: () => void;
}

export interface LiveUser {
  isAdmin: boolean;
  /** True for events that are not to be shown as they come. */
  isQuiet: (type: string) => boolean;
}

/** Both channels of one signed-in user, joined to the store, the caches and the messages. */
export function createLiveConnection(base: URL, queries: QueryClient, { isAdmin, isQuiet }: LiveUser): LiveConnection {
  const notify = createNotifier();
  const renewToken = () => renewOrEnd(tokenStorage.liveToken());

  const isSeen = createMemory(EVENTS_REMEMBERED);
  const take = (event: LiveEvent) => {
    // After a gap the server sends again what one of the channels may have told meanwhile.
    if (event.id !== undefined && isSeen(event.id)) return;
    logMessage({ ...event, id: event.id ?? crypto.randomUUID() });
    patchCaches(queries, event);
    const notification = notificationFor(event);
    if (notification && !isQuiet(event.type)) notify(notification);
    emitLiveEvent(event);
  };

  const engine = new EngineChannel({
    uri: (since) => {
      const token = tokenStorage.liveToken();
      return token === null ? null : engineChannelUri(base, token, since);
    },
    renewToken,
    onState: (change) => patchChannel('engine', change),
    onEvent: take,
    onResumed: () => {
      queries.invalidateQueries({ queryKey: ['runs'] });
      queries.invalidateQueries({ queryKey: ['engines'] });
      queries.invalidateQueries({ queryKey: ['notifications'] });
    },
  });

  const realtime = new RealtimeChannel({
    origin: () => realtimeOrigin(base),
    token: tokenStorage.liveToken,
    renewToken,
    onState: (change) => patchChannel('realtime', change),
    // Both channels carry the same events: of those, the second one counts while the first is down.
    onEvent: (event) => {
      if (isOfSecondChannel(event.type)) emitLiveEvent(event);
      else if (!useLive.getState().engine.connected) take(event);
    },
    createSocket: createSocketIo,
  });

  const retry = () => {
    engine.retryNow();
    realtime.connect();
  };
  let stopTopics = () => {};
  let stopCommands = () => {};
  // A hidden tab needs no progress; what it missed is asked for when it is seen again.
  const followVisibility = () => {
    if (document.hidden) engine.unsubscribe(RUNS);
    else {
      engine.subscribe(RUNS);
      for (const noun of ['runs', ...TOUCHED_BY_RUNS]) queries.invalidateQueries({ queryKey: [noun] });
    }
    setSubscriptions(engine.subscriptions);
  };

  return {
    start() {
      for (const channel of CHANNELS) engine.subscribe(channel);
      setSubscriptions(engine.subscriptions);
      useLive.setState({ reconnect: retry });
      engine.connect();
      realtime.subscribe('dashboard:subscribe');
      realtime.subscribe('notification:subscribe');
      stopTopics = serveTopics({
        join: ({ join, values, joined }) => {
          if (isAdmin || join !== 'system:subscribe') realtime.subscribe(join, ...values, ...(joined ? [joined] : []));
        },
        leave: ({ join, leave, values }) => realtime.unsubscribe(join, leave, ...values),
        send: (event, ...values) => realtime.emit(event, ...values),
      });
      realtime.connect();
      stopCommands = serveCommands((type, payload) => engine.send(type, payload));
      document.addEventListener('visibilitychange', followVisibility);
    },
    stop() {
      document.removeEventListener('visibilitychange', followVisibility);
      stopCommands();
      stopTopics();
      for (const channel of CHANNELS) engine.unsubscribe(channel);
      realtime.unsubscribe('dashboard:subscribe', 'dashboard:unsubscribe');
      realtime.unsubscribe('notification:subscribe', 'notification:unsubscribe');
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
