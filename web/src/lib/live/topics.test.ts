import { expect, it } from 'vitest';
import { sendToTopic, serveTopics, type Topic, wantTopic } from './topics';

const SYSTEM: Topic = { join: 'system:subscribe', leave: 'system:unsubscribe', values: [] };

function recording() {
  const calls: string[] = [];
  const stop = serveTopics({
    join: (topic) => calls.push(topic.join),
    leave: (topic) => calls.push(topic.leave),
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
