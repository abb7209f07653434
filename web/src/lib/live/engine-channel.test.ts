import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '@/testing/fake-socket';
import { EngineChannel } from './engine-channel';
import type { LiveEvent } from './events';
import { type ChannelState, IDLE_CHANNEL } from './store';

function world(overrides: Partial<ConstructorParameters<typeof EngineChannel>[0]> = {}) {
  const state: ChannelState = { ...IDLE_CHANNEL };
  const events: LiveEvent[] = [];
  const renewToken = vi.fn(() => Promise.resolve());
  const onResumed = vi.fn();
  const channel = new EngineChannel({
    uri: (since) => `ws://server/ws?token=t${since === null ? '' : `&since=${since}`}`,
    renewToken,
    onState: (change) => Object.assign(state, change),
    onEvent: (event) => events.push(event),
    onResumed,
    createSocket: (uri) => new FakeSocket(uri) as unknown as WebSocket,
    ...overrides,
  });
  return { channel, state, events, renewToken, onResumed };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.reset();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('engine channel', () => {
  it('goes from connecting to connected, and subscribes what was asked for before', () => {
    const { channel, state } = world();
    channel.subscribe('engines');
    channel.connect();
    expect(state).toMatchObject({ connecting: true, connected: false });
    FakeSocket.latest().accept();
    expect(state).toMatchObject({ connecting: false, connected: true, reconnectAttempts: 0, error: null });
    expect(FakeSocket.latest().sent).toContainEqual({ type: 'subscribe', payload: { channel: 'engines' } });
  });

  it('opens one socket for several connects', () => {
    const { channel } = world();
    channel.connect();
    channel.connect();
    expect(FakeSocket.opened).toHaveLength(1);
  });

  it('reconnects after five seconds and asks for what it missed', () => {
    const { channel, state, events, onResumed } = world();
    channel.connect();
    FakeSocket.latest().accept();
    FakeSocket.latest().say({ id: 41, type: 'engine:insight', payload: {}, timestamp: '2026-01-01T00:00:00Z' });
    FakeSocket.latest().say({ type: 'run:progress', payload: {} });
    FakeSocket.latest().end(1006);
    expect(state).toMatchObject({
      connected: false,
      reconnecting: true,
      reconnectAttempts: 1,
      error: 'Connection lost',
    });
    vi.advanceTimersByTime(4_999);
    expect(FakeSocket.opened).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.latest().url).toContain('since=41');
    FakeSocket.latest().accept();
    expect(state).toMatchObject({ connected: true, reconnecting: false, reconnectAttempts: 0 });
    expect(onResumed).not.toHaveBeenCalled();
    FakeSocket.latest().say({ type: 'pong', payload: {} });
    FakeSocket.latest().say({ type: 'pong', payload: {} });
    expect(onResumed).toHaveBeenCalledTimes(1);
    expect(events.map((event) => event.type)).toEqual(['engine:insight', 'run:progress']);
  });

  it('gives up after ten attempts, and starts over when asked to', () => {
    const { channel, state } = world();
    channel.connect();
    FakeSocket.latest().end(1006);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect(state.reconnectAttempts).toBe(attempt);
      vi.advanceTimersByTime(5_000);
      FakeSocket.latest().end(1006);
    }
    expect(FakeSocket.opened).toHaveLength(11);
    expect(state).toMatchObject({ reconnecting: false, error: 'Connection failed' });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.opened).toHaveLength(11);
    channel.retryNow();
    expect(FakeSocket.opened).toHaveLength(12);
    FakeSocket.latest().accept();
    expect(state).toMatchObject({ connected: true, reconnectAttempts: 0 });
  });

  it('treats a close that the server asked for as lost, and its own as clean', () => {
    const { channel, state } = world();
    channel.connect();
    FakeSocket.latest().accept();
    FakeSocket.latest().end(1000);
    expect(state).toMatchObject({ reconnecting: true, error: 'Connection lost' });
    vi.advanceTimersByTime(5_000);
    FakeSocket.latest().accept();
    channel.disconnect();
    expect(FakeSocket.latest().closedWith).toBe(1000);
    FakeSocket.latest().end(1000);
    expect(state).toMatchObject({ connected: false, reconnecting: false, error: null });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.opened).toHaveLength(2);
  });

  it('renews the token once after a refusal, then reconnects at once', async () => {
    const { channel, state, renewToken } = world();
    channel.connect();
    FakeSocket.latest().end(4401);
    await vi.advanceTimersByTimeAsync(0);
    expect(renewToken).toHaveBeenCalledTimes(1);
    expect(FakeSocket.opened).toHaveLength(2);
    FakeSocket.latest().end(4401);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(renewToken).toHaveBeenCalledTimes(1);
    expect(FakeSocket.opened).toHaveLength(2);
    expect(state).toMatchObject({ connected: false, connecting: false, reconnecting: false });
  });

  it('measures latency with a ping every thirty seconds, and ends a line that does not answer', () => {
    const { channel, state } = world();
    channel.connect();
    FakeSocket.latest().accept();
    vi.advanceTimersByTime(12);
    FakeSocket.latest().say({ type: 'pong', payload: {} });
    expect(state.latency).toBe(12);
    vi.advanceTimersByTime(30_000);
    expect(FakeSocket.latest().sent.filter(({ type }) => type === 'ping')).toHaveLength(2);
    vi.advanceTimersByTime(30_000);
    expect(state).toMatchObject({ connected: false, reconnecting: true, error: 'Connection lost' });
  });

  it('renews within the connection', () => {
    const { channel } = world();
    channel.connect();
    FakeSocket.latest().accept();
    channel.renew('fresh');
    expect(FakeSocket.latest().sent).toContainEqual({ type: 'auth', payload: { token: 'fresh' } });
  });

  it('never opens an address that is too long', () => {
    const { channel, state } = world({ uri: () => `ws://server/ws?token=${'x'.repeat(8_000)}` });
    channel.connect();
    expect(FakeSocket.opened).toHaveLength(0);
    expect(state.error).toBe('Failed to create connection');
  });

  it('socket_that_cannot_be_created_sets_the_error', () => {
    const { channel, state } = world({
      createSocket: () => {
        throw new SyntaxError('bad address');
      },
    });
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    channel.connect();
    expect(state.error).toBe('Failed to create connection');
  });

  it('survives a frame that is not JSON', () => {
    const { channel, events } = world();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    channel.connect();
    FakeSocket.latest().accept();
    FakeSocket.latest().say('not json');
    FakeSocket.latest().say({ payload: 1 });
    expect(events).toEqual([]);
  });
});
