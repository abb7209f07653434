import { REALTIME_CHANNEL } from '../constants';
import { realtimeChannel as texts } from '../strings';
import { isTooLong } from './address';
import type { LiveEvent } from './events';
import type { ChannelState } from './store';

/** Used part of a Socket.IO client socket. */
export interface RealtimeSocket {
  connected: boolean;
  /** False when the server refused the connection, and the client will not try by itself. */
  active: boolean;
  io: { on: (event: string, listener: (...values: never[]) => void) => unknown };
  on: (event: string, listener: (...values: never[]) => void) => unknown;
  onAny: (listener: (event: string, ...values: unknown[]) => void) => unknown;
  emit: (event: string, ...values: unknown[]) => unknown;
  connect: () => unknown;
  disconnect: () => unknown;
  removeAllListeners: () => unknown;
}

export interface RealtimeChannelOptions {
  /** Origin of the server; null without a setting. */
  origin: () => string | null;
  token: () => string | null;
  renewToken: () => Promise<unknown>;
  onState: (change: Partial<ChannelState>) => void;
  onEvent: (event: LiveEvent) => void;
  /** Creates the socket; its library is loaded on first use. */
  createSocket: (
    origin: string,
    auth: (give: (auth: { token: string | null }) => void) => void,
  ) => Promise<RealtimeSocket>;
  now?: () => number;
}

/** Names that belong to the protocol and must not be emitted. */
const RESERVED = ['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'];

/** Wait before an explicit connect, given how many attempts failed: none for the first ones, then doubling. */
export function connectDelay(attempts: number): number {
  if (attempts <= REALTIME_CHANNEL.freeAttempts) return 0;
  return Math.min(REALTIME_CHANNEL.backoffBaseMs * 2 ** attempts, REALTIME_CHANNEL.backoffCapMs);
}

/** Channel 2: topics, chat and system events over Socket.IO. */
export class RealtimeChannel {
  private readonly options: RealtimeChannelOptions;
  private readonly topics = new Map<string, unknown[]>();
  private socket: RealtimeSocket | null = null;
  private wanted = false;
  private opening = false;
  private attempts = 0;
  private renewed = false;
  private connectTimer: ReturnType<typeof setTimeout> | null = null;
  private pingTimer: ReturnType<typeof setInterval> | null = null;

  constructor(options: RealtimeChannelOptions) {
    this.options = options;
  }

  /** Connects when there is a token and an address. After several failures it waits, longer each time. */
  connect(): void {
    this.wanted = true;
    if (this.socket?.connected || this.opening || this.connectTimer) return;
    const wait = connectDelay(this.attempts);
    if (wait === 0) {
      this.open();
      return;
    }
    this.options.onState({ error: texts.tooMany });
    this.connectTimer = setTimeout(() => {
      this.connectTimer = null;
      this.open();
    }, wait);
  }

  disconnect(): void {
    this.wanted = false;
    this.attempts = 0;
    this.stopTimers();
    this.drop();
    this.options.onState({
      connected: false,
      connecting: false,
      reconnecting: false,
      reconnectAttempts: 0,
      error: null,
    });
  }

  /**
   * Joins a topic now and after every reconnect: `subscribe` is the event to emit, e.g. "dashboard:subscribe". A function as
   * the last value receives each acknowledgement.
   */
  subscribe(subscribe: string, ...values: unknown[]): void {
    this.topics.set(topicKey(subscribe, values), [subscribe, ...values]);
    this.emit(subscribe, ...values);
  }

  /** Leaves a topic: `unsubscribe` is emitted, and `subscribe` is no longer repeated. */
  unsubscribe(subscribe: string, unsubscribe: string, ...values: unknown[]): void {
    this.topics.delete(topicKey(subscribe, values));
    this.emit(unsubscribe, ...values);
  }

  /** Emits an event; false, and nothing sent, when not connected or when the name is reserved. */
  emit(event: string, ...values: unknown[]): boolean {
    if (!this.socket?.connected || RESERVED.includes(event)) return false;
    this.socket.emit(event, ...values);
    return true;
  }

  /** Goes on in the same connection with a new token. */
  renew(token: string): void {
    this.emit('auth', { token });
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private async open(): Promise<void> {
    const origin = this.options.origin();
    const token = this.options.token();
    if (!this.wanted || origin === null || token === null) return;
    if (isTooLong(`${origin}/socket.io/?token=${token}`)) {
      this.options.onState({ error: texts.notConnected });
      return;
    }
    if (this.socket) {
      this.options.onState({ connecting: true });
      this.socket.connect();
      return;
    }
    this.opening = true;
    this.options.onState({ connecting: true });
    try {
      const socket = await this.options.createSocket(origin, (give) => give({ token: this.options.token() }));
      if (this.wanted) this.use(socket);
    } catch {
      this.options.onState({ connecting: false, error: texts.notConnected });
    } finally {
      this.opening = false;
    }
  }

  private use(socket: RealtimeSocket): void {
    this.socket = socket;
    socket.on('connect', () => this.connected());
    socket.on('disconnect', (reason: string) => this.disconnected(reason));
    socket.on('connect_error', (error: Error) => this.refused(error));
    socket.io.on('reconnect_attempt', () => this.options.onState({ reconnecting: true }));
    socket.io.on('reconnect_error', (error: Error) => {
      this.options.onState({ error: error.message || texts.reconnectFailed });
    });
    socket.io.on('reconnect_failed', () => {
      this.options.onState({ connecting: false, reconnecting: false, error: texts.gaveUp });
    });
    socket.onAny((type, payload) => this.options.onEvent(toEvent(type, payload, this.now())));
    socket.connect();
  }

  private connected(): void {
    this.attempts = 0;
    this.renewed = false;
    this.options.onState({
      connected: true,
      connecting: false,
      reconnecting: false,
      reconnectAttempts: 0,
      connectedAt: this.now(),
      error: null,
    });
    for (const [event, ...values] of this.topics.values()) this.emit(String(event), ...values);
    this.ping();
    this.pingTimer = setInterval(() => this.ping(), REALTIME_CHANNEL.pingMs);
  }

  private ping(): void {
    const sent = this.now();
    const answered = () => this.options.onState({ lastPong: this.now(), latency: this.now() - sent });
    if (this.emit('ping', sent, answered)) this.options.onState({ lastPing: sent });
  }

  private disconnected(reason: string): void {
    if (this.pingTimer) clearInterval(this.pingTimer);
    this.pingTimer = null;
    this.options.onState({ connected: false, latency: null });
    if (reason !== 'io server disconnect' || !this.wanted) return;
    this.options.onState({ error: texts.authFailed });
    this.reconnectWithNewToken();
  }

  private refused(error: Error): void {
    this.attempts += 1;
    this.options.onState({
      connecting: false,
      connected: false,
      reconnectAttempts: this.attempts,
      error: error.message || texts.failed,
    });
    if (this.socket && !this.socket.active && !this.renewed) this.reconnectWithNewToken();
  }

  /** After a refusal of the server: a new token, and another try a second later. */
  private async reconnectWithNewToken(): Promise<void> {
    this.renewed = true;
    const renewal = this.options.renewToken().catch(() => null);
    this.connectTimer ??= setTimeout(async () => {
      await renewal;
      this.connectTimer = null;
      if (this.wanted) this.socket?.connect();
    }, REALTIME_CHANNEL.reauthDelayMs);
  }

  private drop(): void {
    this.socket?.removeAllListeners();
    this.socket?.disconnect();
    this.socket = null;
  }

  private stopTimers(): void {
    if (this.connectTimer) clearTimeout(this.connectTimer);
    if (this.pingTimer) clearInterval(this.pingTimer);
    this.connectTimer = null;
    this.pingTimer = null;
  }
}

/** Identifies a topic by its name and values, not by its listener. */
function topicKey(subscribe: string, values: unknown[]): string {
  return JSON.stringify([subscribe, ...values.filter((value) => typeof value !== 'function')]);
}

/** An event of the second channel in the shape of the first; its payload may be wrapped already. */
function toEvent(type: string, value: unknown, now: number): LiveEvent {
  const frame = value as Partial<LiveEvent> | null;
  if (typeof frame === 'object' && frame !== null && frame.type === type && 'payload' in frame) {
    const id = frame.id == null ? {} : { id: String(frame.id) };
    return { ...id, timestamp: frame.timestamp ?? new Date(now).toISOString(), type, payload: frame.payload };
  }
  return { timestamp: new Date(now).toISOString(), type, payload: value };
}
