import { create } from 'zustand';
import { LIVE_MESSAGES_KEPT } from '../constants';

/** An event of the live channels in the log. */
export interface LiveMessage {
  id: string;
  timestamp: string;
  type: string;
  payload: unknown;
}

export interface ChannelState {
  connected: boolean;
  connecting: boolean;
  reconnecting: boolean;
  reconnectAttempts: number;
  /** Times of the last ping sent and the last pong received; null before the first. */
  lastPing: number | null;
  lastPong: number | null;
  /** Round-trip time in milliseconds; null before the first measurement. */
  latency: number | null;
  /** Time of the last successful connect. */
  connectedAt: number | null;
  error: string | null;
}

interface LiveState {
  /** False when the operator switched live updates off. */
  available: boolean;
  engine: ChannelState;
  realtime: ChannelState;
  /** Newest first, at most a hundred. */
  messages: LiveMessage[];
  subscriptions: string[];
  /** Reconnects at once; null without a connection. */
  reconnect: (() => void) | null;
}

export const IDLE_CHANNEL: ChannelState = {
  connected: false,
  connecting: false,
  reconnecting: false,
  reconnectAttempts: 0,
  lastPing: null,
  lastPong: null,
  latency: null,
  connectedAt: null,
  error: null,
};

/** State of both live channels: `engine` is the WebSocket, `realtime` the Socket.IO connection. */
export const useLive = create<LiveState>(() => ({
  available: true,
  engine: IDLE_CHANNEL,
  realtime: IDLE_CHANNEL,
  messages: [],
  subscriptions: [],
  reconnect: null,
}));

export function patchChannel(channel: 'engine' | 'realtime', change: Partial<ChannelState>): void {
  useLive.setState((state) => ({ [channel]: { ...state[channel], ...change } }) as Partial<LiveState>);
}

export function logMessage(message: LiveMessage): void {
  useLive.setState((state) => ({ messages: [message, ...state.messages].slice(0, LIVE_MESSAGES_KEPT) }));
}

export function setSubscriptions(subscriptions: string[]): void {
  useLive.setState({ subscriptions });
}

export function resetLive(): void {
  useLive.setState({ engine: IDLE_CHANNEL, realtime: IDLE_CHANNEL, messages: [], subscriptions: [], reconnect: null });
}
