import { CLOSE_NORMAL, CLOSE_UNAUTHORISED, ENGINE_CHANNEL } from '../constants';
import { engineChannel as texts } from '../strings';
import { isTooLong } from './address';
import type { LiveEvent } from './events';
import type { ChannelState } from './store';

export interface EngineChannelOptions {
  /** Address to open; null without a token or a setting. `since` is the id of the last event seen. */
  uri: (since: string | null) => string | null;
  /** Gets a new token after the server refused the present one. Rejects when the session is over. */
  renewToken: () => Promise<unknown>;
  onState: (change: Partial<ChannelState>) => void;
  onEvent: (event: LiveEvent) => void;
  /** Called after a reconnect, because events without an id may be lost. */
  onResumed: () => void;
  createSocket?: (uri: string) => WebSocket;
  now?: () => number;
}

/**
 * Channel 1: a persistent WebSocket. It reconnects every five seconds, at most ten times, requests missed events,
 * renews its token once if the server rejects it, and restarts on `retryNow`.
 */
export class EngineChannel {
  private readonly options: EngineChannelOptions;
  private readonly channels = new Set<string>();
  private socket: WebSocket | null = null;
  private wanted = false;
  private attempts = 0;
  private lastId: string | null = null;
  private hasOpened = false;
  private hasReceived = false;
  private receivedSinceOpen = false;
  private renewedSinceOpen = false;
  private reconnectTimer: ReturnType<typeof setTimeout> | null = null;
  private heartbeatTimer: ReturnType<typeof setInterval> | null = null;
  private pingAt: number | null = null;

  constructor(options: EngineChannelOptions) {
    this.options = options;
  }

  /** Opens the connection unless it is open or opening. */
  connect(): void {
    this.wanted = true;
    if (this.socket || this.reconnectTimer) return;
    this.open();
  }

  /** Closes cleanly: no error, no reconnect. */
  disconnect(): void {
    this.wanted = false;
    this.attempts = 0;
    this.lastId = null;
    this.hasOpened = false;
    this.stopTimers();
    const socket = this.socket;
    this.socket = null;
    socket?.close(CLOSE_NORMAL);
    this.options.onState({
      connected: false,
      connecting: false,
      reconnecting: false,
      reconnectAttempts: 0,
      error: null,
    });
  }

  /** Reconnects at once if the connection is required but down, waiting or given up. */
  retryNow(): void {
    if (!this.wanted || this.socket) return;
    if (!this.reconnectTimer) this.attempts = 0;
    this.stopTimers();
    this.open();
  }

  subscribe(channel: string): void {
    this.channels.add(channel);
    this.send('subscribe', { channel });
  }

  unsubscribe(channel: string): void {
    this.channels.delete(channel);
    this.send('unsubscribe', { channel });
  }

  /** Names of the subscribed channels. */
  get subscriptions(): string[] {
    return [...this.channels];
  }

  /** Goes on in the same connection with a new token. */
  renew(token: string): void {
    this.send('auth', { token });
  }

  /** Sends a message; false when there is no open connection, and then nothing is sent. */
  send(type: string, payload: unknown): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify({ type, payload }));
    return true;
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private open(): void {
    const uri = this.options.uri(this.lastId);
    if (uri === null) return;
    const socket = isTooLong(uri) ? null : this.create(uri);
    if (!socket) {
      this.wanted = false;
      this.options.onState({ connecting: false, reconnecting: false, error: texts.notCreated });
      return;
    }
    this.socket = socket;
    this.options.onState({ connecting: true });
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (message) => this.received(String(message.data));
    socket.onclose = (close) => this.closed(socket, close.code);
  }

  private create(uri: string): WebSocket | null {
    try {
      return this.options.createSocket ? this.options.createSocket(uri) : new WebSocket(uri);
    } catch (error) {
      console.warn(texts.notCreated, error instanceof Error ? error.name : error);
      return null;
    }
  }

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.attempts = 0;
    this.receivedSinceOpen = false;
    this.options.onState({
      connected: true,
      connecting: false,
      reconnecting: false,
      reconnectAttempts: 0,
      connectedAt: this.now(),
      error: null,
    });
    for (const channel of this.channels) this.send('subscribe', { channel });
    this.startHeartbeat();
    this.hasOpened = true;
  }

  /** The first message confirms the token, because the server opens the socket before it validates it. */
  private heard(): void {
    if (this.receivedSinceOpen) return;
    this.receivedSinceOpen = true;
    this.renewedSinceOpen = false;
    if (this.hasReceived) this.options.onResumed();
    this.hasReceived = true;
  }

  private startHeartbeat(): void {
    this.pingAt = null;
    this.ping();
    this.heartbeatTimer = setInterval(() => this.ping(), ENGINE_CHANNEL.heartbeatMs);
  }

  /** An unanswered ping indicates a dead connection. */
  private ping(): void {
    if (this.pingAt !== null) {
      const dead = this.socket;
      dead?.close();
      if (dead) this.closed(dead, 1006);
      return;
    }
    this.pingAt = this.now();
    if (this.send('ping', { at: this.pingAt })) this.options.onState({ lastPing: this.pingAt });
  }

  private received(text: string): void {
    const event = parseEvent(text, this.now());
    if (!event) return;
    this.heard();
    if (event.type === 'pong') {
      const at = this.now();
      this.options.onState({ lastPong: at, latency: this.pingAt === null ? null : at - this.pingAt });
      this.pingAt = null;
      return;
    }
    if (event.id !== undefined) this.lastId = event.id;
    this.options.onEvent(event);
  }

  private closed(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    const error = this.hasOpened ? texts.lost : texts.failed;
    this.stopTimers();
    if (code === CLOSE_UNAUTHORISED && !this.renewedSinceOpen) {
      this.options.onState({ connected: false, connecting: true, error });
      this.renewThenOpen();
      return;
    }
    this.options.onState({ connected: false, connecting: false, error });
    if (code !== CLOSE_UNAUTHORISED) this.schedule();
    else this.options.onState({ reconnecting: false });
  }

  /** One renewal for one refusal; a second refusal without a success in between ends the attempts. */
  private async renewThenOpen(): Promise<void> {
    this.renewedSinceOpen = true;
    try {
      await this.options.renewToken();
      if (this.wanted && !this.socket) this.open();
    } catch {
      this.options.onState({ connecting: false });
      if (this.wanted) this.schedule();
    }
  }

  private schedule(): void {
    if (this.attempts >= ENGINE_CHANNEL.maxAttempts) {
      this.options.onState({ reconnecting: false });
      return;
    }
    this.attempts += 1;
    this.options.onState({ reconnecting: true, reconnectAttempts: this.attempts });
    this.reconnectTimer = setTimeout(() => {
      this.reconnectTimer = null;
      this.open();
    }, ENGINE_CHANNEL.reconnectDelayMs);
  }

  private stopTimers(): void {
    if (this.reconnectTimer) clearTimeout(this.reconnectTimer);
    if (this.heartbeatTimer) clearInterval(this.heartbeatTimer);
    this.reconnectTimer = null;
    this.heartbeatTimer = null;
    this.pingAt = null;
  }
}

/** Parses a frame; null (with a warning) for invalid ones. Ids may be numbers or strings. */
export function parseEvent(text: string, now: number): LiveEvent | null {
  try {
    const frame = JSON.parse(text) as Record<string, unknown> | null;
    if (typeof frame?.type !== 'string') return null;
    return {
      ...(frame.id == null ? {} : { id: String(frame.id) }),
      timestamp: typeof frame.timestamp === 'string' ? frame.timestamp : new Date(now).toISOString(),
      type: frame.type,
      payload: frame.payload,
    };
  } catch {
    console.warn('A live message could not be read');
    return null;
  }
}
