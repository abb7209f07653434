import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onLiveEvent } from '@/lib/live/events';
import { useLive } from '@/lib/live/store';
import { RUNS_TOPIC, wantTopic } from '@/lib/live/topics';
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

test('repeated_events_after_a_gap_are_delivered_once', () => {
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

function sentFor(channel: string): string[] {
  const about = FakeSocket.latest().sent.filter(({ payload }) => Object(payload).channel === channel);
  return about.map(({ type }) => type);
}

test('leaving_the_last_page_that_shows_runs_unsubscribes_their_channel', () => {
  signIn();
  const queries = new QueryClient();
  const refreshed = vi.spyOn(queries, 'invalidateQueries');
  const connection = createLiveConnection(new URL('http://server'), queries, { isAdmin: false, isQuiet: () => true });
  connection.start();
  FakeSocket.latest().accept();
  expect(sentFor('runs')).toEqual([]);
  const leavePage = wantTopic(RUNS_TOPIC);
  const leaveCard = wantTopic(RUNS_TOPIC);
  leavePage();
  expect(sentFor('runs')).toEqual(['subscribe']);
  leaveCard();
  expect(sentFor('runs')).toEqual(['subscribe', 'unsubscribe']);
  expect(useLive.getState().subscriptions).toEqual(['engines', 'opportunities', 'performance']);
  expect(refreshed).not.toHaveBeenCalled();
  const leaveAgain = wantTopic(RUNS_TOPIC);
  expect(sentFor('runs')).toEqual(['subscribe', 'unsubscribe', 'subscribe']);
  expect(refreshed).toHaveBeenCalledWith({ queryKey: ['opportunities'] });
  leaveAgain();
  connection.stop();
});
