import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { emitLiveEvent } from '@/lib/live/events';
import { useLive } from '@/lib/live/store';
import { serveTopics } from '@/lib/live/topics';
import { renderAt } from '@/testing/render';
import { ChatCard } from './chat-card';

const said = (id: string, message: string, roomId = 'p1') => ({
  id,
  roomId,
  user: { id: 'u2', name: 'Grace Hopper' },
  message,
  timestamp: `2026-08-01T10:00:0${id.slice(-1)}Z`,
});

type Ack = (answer: unknown) => void;
let stop = () => {};
afterEach(() => {
  stop();
  useLive.setState({ available: true });
});

/** Mocks a server that answers each join with `answer`; records its messages. */
function serve(answer: unknown, onMessage: (ack: Ack) => void = (ack) => ack({ success: true, id: 'm9' })) {
  const sent: unknown[][] = [];
  stop = serveTopics({
    join: (topic) => 'join' in topic && topic.joined?.(answer),
    leave: (topic) => 'leave' in topic && sent.push([topic.leave, ...topic.values]),
    send: (event, ...values) => {
      sent.push([event, ...values.filter((value) => typeof value !== 'function')]);
      if (event === 'chat:message') onMessage(values.at(-1) as Ack);
      return true;
    },
  });
  return sent;
}

const emit = (type: string, payload: unknown) =>
  act(() => emitLiveEvent({ type, payload, timestamp: '2026-08-01T10:00:00Z' }));

it('chat_shows_earlier_and_new_messages_once_in_order', async () => {
  serve({ success: true, roomId: 'p1', messages: [said('m1', 'first'), said('m2', 'second')] });
  renderAt('/', <ChatCard projectId="p1" />);
  expect(await screen.findByText('second')).toBeInTheDocument();
  emit('chat:message', said('m3', 'third'));
  emit('chat:message', said('m3', 'third'));
  emit('chat:message', said('m4', 'elsewhere', 'p2'));
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('p:last-child')?.textContent)).toEqual([
    'first',
    'second',
    'third',
  ]);
});

it('chat_sends_messages_and_typing', async () => {
  const sent = serve({ success: true, messages: [] });
  renderAt('/', <ChatCard projectId="p1" />);
  expect(await screen.findByText('No messages yet')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Message'), 'Titles are new');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByLabelText('Message')).toHaveValue('');
  expect(sent).toEqual([
    ['chat:typing', 'p1', true],
    ['chat:message', 'p1', { message: 'Titles are new', timestamp: expect.any(String) }],
    ['chat:typing', 'p1', false],
  ]);
});

it('refused_message_is_kept_with_its_reason', async () => {
  serve({ success: true, messages: [] }, (ack) => ack({ success: false, message: 'Join the room first.' }));
  renderAt('/', <ChatCard projectId="p1" />);
  await userEvent.type(await screen.findByLabelText('Message'), 'Titles are new{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Join the room first.')).toBeInTheDocument();
  expect(screen.getByLabelText('Message')).toHaveValue('Titles are new');
});

it('unanswered_message_is_kept_with_a_notice', async () => {
  serve({ success: true, messages: [] }, () => undefined);
  renderAt('/', <ChatCard projectId="p1" />);
  const field = await screen.findByLabelText('Message');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  fireEvent.change(field, { target: { value: 'Titles are new' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  vi.useRealTimers();
  expect(screen.getByText('Failed to connect to server')).toBeInTheDocument();
  expect(field).toHaveValue('Titles are new');
  expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
});

it('shows who types, but not oneself', async () => {
  serve({ success: true, messages: [said('m1', 'first')] });
  renderAt('/', <ChatCard projectId="p1" />);
  await screen.findByText('first');
  emit('chat:typing', { roomId: 'p1', user: { id: 'u2', name: 'Grace Hopper' }, typing: true });
  expect(screen.getByText('Grace Hopper is typing…')).toBeInTheDocument();
  emit('chat:typing', { roomId: 'p1', user: { id: 'u2', name: 'Grace Hopper' }, typing: false });
  expect(screen.queryByText('Grace Hopper is typing…')).not.toBeInTheDocument();
});

it('chat_shows_why_it_cannot_join_or_send', async () => {
  serve({ success: false, message: 'There is no such project.' });
  renderAt('/', <ChatCard projectId="p1" />);
  expect(await screen.findByText('There is no such project.')).toBeInTheDocument();
  stop();
  await userEvent.type(screen.getByLabelText('Message'), 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Failed to connect to server')).toBeInTheDocument();
});

it('chat_reports_disabled_live_updates', () => {
  useLive.setState({ available: false });
  renderAt('/', <ChatCard projectId="p1" />);
  expect(screen.getByText(/needs live updates, which are off/)).toBeInTheDocument();
});
