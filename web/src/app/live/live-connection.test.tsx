import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onLiveEvent } from '@/lib/live/events';
import { FakeSocket } from '@/testing/fake-socket';
import { signIn } from '@/testing/session';
import { createLiveConnection } from './live-connection';

vi.mock('@/lib/live/socket-io', () => ({ createSocketIo: () => new Promise(() => {}) }));

beforeEach(() => {
  FakeSocket.reset();
  vi.stubGlobal('WebSocket', FakeSocket);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what the server sends again after a gap is told once', () => {
  signIn();
  const user = { isAdmin: false, isQuiet: () => true };
  const connection = createLiveConnection(new URL('http://server'), new QueryClient(), user);
  const heard = vi.fn();
  const stop = onLiveEvent('engine:insight', heard);
  connection.start();
  FakeSocket.latest().accept();
  const say = (id: number) => FakeSocket.latest().say({ id, type: 'engine:insight', payload: {}, timestamp: '' });
  for (const id of [41, 42, 41]) say(id);
  expect(heard.mock.calls.map(([event]) => event.id)).toEqual(['41', '42']);
  connection.stop();
  stop();
});
