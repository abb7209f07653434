import { expect, it } from 'vitest';
import { isWanted, sendToTopic, serveTopics, type Topic, wantTopic } from './topics';

const SYSTEM: Topic = { join: 'system:subscribe', leave: 'system:unsubscribe', values: [] };

function recording() {
  const calls: string[] = [];
  const stop = serveTopics({
    join: (topic) => calls.push('channel' in topic ? `subscribe ${topic.channel}` : topic.join),
    leave: (topic) => calls.push('channel' in topic ? `unsubscribe ${topic.channel}` : topic.leave),
    send: (event, ...values) => calls.push([event, ...values].join(' ')) > 0,
  });
  return { calls, stop };
}

it('joins once for all who want a topic, and leaves with the last', () => {
  const { calls, stop } = recording();
  const one = wantTopic(SYSTEM);
  const other = wantTopic(SYSTEM);
  one();
  one();
  expect(calls).toEqual(['system:subscribe']);
  other();
  expect(calls).toEqual(['system:subscribe', 'system:unsubscribe']);
  stop();
});

it('sends while there is a connection', () => {
  expect(sendToTopic('chat:message', 'p1', 'early')).toBe(false);
  const { calls, stop } = recording();
  expect(sendToTopic('chat:message', 'p1', 'hello')).toBe(true);
  expect(calls).toEqual(['chat:message p1 hello']);
  stop();
  expect(sendToTopic('chat:message', 'p1', 'late')).toBe(false);
});

it('joins what was wanted before there was a connection', () => {
  const drop = wantTopic({ join: 'project:join', leave: 'project:leave', values: ['p1'] });
  const { calls, stop } = recording();
  expect(calls).toEqual(['project:join']);
  stop();
  drop();
  expect(calls).toEqual(['project:join']);
});

it('channel_of_the_first_connection_is_joined_once_and_left_with_its_last_page', () => {
  const { calls, stop } = recording();
  const leaves = [wantTopic({ channel: 'runs' }), wantTopic({ channel: 'runs' })];
  expect(isWanted({ channel: 'runs' })).toBe(true);
  for (const leave of leaves) leave();
  expect(calls).toEqual(['subscribe runs', 'unsubscribe runs']);
  expect(isWanted({ channel: 'runs' })).toBe(false);
  stop();
});
