import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDelay, RealtimeChannel, type RealtimeChannelOptions, type RealtimeSocket } from './realtime-channel';
import { type ChannelState, IDLE_CHANNEL } from './store';

type Listener = (...values: unknown[]) => void;

/** The server's end of a Socket.IO connection. */
class FakeRealtime {
  connected = false;
  active = true;
  connects = 0;
  emitted: unknown[][] = [];
  private readonly own = new Map<string, Listener>();
  private readonly manager = new Map<string, Listener>();
  private any: Listener = () => {};
  io = { on: (event: string, listener: Listener) => this.manager.set(event, listener) };
  on = (event: string, listener: Listener) => this.own.set(event, listener);
  onAny = (listener: Listener) => {
    this.any = listener;
  };
  emit = (...values: unknown[]) => this.emitted.push(values);
  connect = () => {
    this.connects += 1;
  };
  disconnect = () => {
    this.connected = false;
  };
  removeAllListeners = () => this.own.clear();

  fire(event: string, ...values: unknown[]) {
    if (event === 'connect') this.connected = true;
    if (event === 'disconnect') this.connected = false;
    this.own.get(event)?.(...values);
  }
  fireManager(event: string, ...values: unknown[]) {
    this.manager.get(event)?.(...values);
  }
  serve(event: string, payload: unknown) {
    this.any(event, payload);
  }
}

function world(overrides: Partial<RealtimeChannelOptions> = {}) {
  const state: ChannelState = { ...IDLE_CHANNEL };
  const socket = new FakeRealtime();
  const onEvent = vi.fn();
  const renewToken = vi.fn(() => Promise.resolve());
  const channel = new RealtimeChannel({
    origin: () => 'http://server',
    token: () => 'token',
    renewToken,
    onState: (change) => Object.assign(state, change),
    onEvent,
    createSocket: () => Promise.resolve(socket as unknown as RealtimeSocket),
    ...overrides,
  });
  return { channel, state, socket, onEvent, renewToken };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function connected(overrides: Partial<RealtimeChannelOptions> = {}) {
  const made = world(overrides);
  made.channel.subscribe('dashboard:subscribe');
  made.channel.connect();
  await vi.advanceTimersByTimeAsync(0);
  made.socket.fire('connect');
  return made;
}

describe('realtime channel', () => {
  it('waits for explicit connects after more than two attempts', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(connectDelay)).toEqual([0, 0, 0, 8_000, 16_000, 30_000, 30_000]);
  });

  it('makes no socket without a setting or a token', async () => {
    const createSocket = vi.fn();
    for (const missing of [{ origin: () => null }, { token: () => null }]) {
      world({ ...missing, createSocket }).channel.connect();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(createSocket).not.toHaveBeenCalled();
  });

  it('subscribes again after every connect', async () => {
    const { socket, state } = await connected();
    expect(state).toMatchObject({ connected: true, error: null, reconnectAttempts: 0 });
    socket.fire('disconnect', 'transport close');
    socket.emitted = [];
    socket.fire('connect');
    expect(socket.emitted).toContainEqual(['dashboard:subscribe']);
  });

  it('reports a refusal in the words of the server, else in ours', async () => {
    const { socket, state } = await connected();
    socket.fire('connect_error', new Error('overloaded'));
    expect(state).toMatchObject({ error: 'overloaded', reconnectAttempts: 1 });
    socket.fire('connect_error', new Error(''));
    expect(state).toMatchObject({ error: 'Connection failed', reconnectAttempts: 2 });
    socket.fireManager('reconnect_error', new Error(''));
    expect(state.error).toBe('Reconnection failed');
    socket.fireManager('reconnect_failed');
    expect(state).toMatchObject({ error: 'Failed to reconnect after multiple attempts', reconnecting: false });
  });

  it('connect_waits_eight_seconds_after_three_refusals', async () => {
    const { socket, state, channel } = await connected();
    socket.fire('disconnect', 'transport close');
    for (let count = 0; count < 3; count += 1) socket.fire('connect_error', new Error('no'));
    const before = socket.connects;
    channel.connect();
    expect(state.error).toBe('Too many connection attempts');
    await vi.advanceTimersByTimeAsync(7_999);
    expect(socket.connects).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(socket.connects).toBe(before + 1);
  });

  it('gets a new token when the server ends the connection, and tries again a second later', async () => {
    const { socket, state, renewToken } = await connected();
    const before = socket.connects;
    socket.fire('disconnect', 'io server disconnect');
    expect(state.error).toBe('Authentication failed');
    await vi.advanceTimersByTimeAsync(999);
    expect(socket.connects).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(renewToken).toHaveBeenCalledTimes(1);
    expect(socket.connects).toBe(before + 1);
  });

  it('measures latency every ten seconds by acknowledgement', async () => {
    const { socket, state } = await connected();
    await vi.advanceTimersByTimeAsync(10_000);
    const pings = socket.emitted.filter(([event]) => event === 'ping');
    expect(pings).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(7);
    const acknowledge = pings.at(-1)?.at(2) as undefined | (() => void);
    acknowledge?.();
    expect(state.latency).toBe(7);
  });

  it('emits nothing when not connected, and never a reserved name', async () => {
    const { channel, socket } = await connected();
    expect(channel.emit('disconnect')).toBe(false);
    expect(channel.emit('project:join', 'p1')).toBe(true);
    socket.fire('disconnect', 'transport close');
    expect(channel.emit('project:join', 'p1')).toBe(false);
  });

  it('takes wrapped and plain payloads', async () => {
    const { socket, onEvent } = await connected();
    socket.serve('run:finished', { id: 7, timestamp: 't', type: 'run:finished', payload: { runId: 'r' } });
    socket.serve('notification', { title: 'x' });
    expect(onEvent.mock.calls[0]?.[0]).toEqual({
      id: '7',
      timestamp: 't',
      type: 'run:finished',
      payload: { runId: 'r' },
    });
    expect(onEvent.mock.calls[1]?.[0]).toMatchObject({ type: 'notification', payload: { title: 'x' } });
  });

  it('failed_client_and_too_long_address_set_the_error', async () => {
    const broken = world({ createSocket: () => Promise.reject(new Error('offline')) });
    broken.channel.connect();
    await vi.advanceTimersByTimeAsync(0);
    expect(broken.state.error).toBe('Failed to connect to server');
    const long = world({ token: () => 'x'.repeat(8_000) });
    long.channel.connect();
    await vi.advanceTimersByTimeAsync(0);
    expect(long.state.error).toBe('Failed to connect to server');
    expect(long.socket.connects).toBe(0);
  });
});
