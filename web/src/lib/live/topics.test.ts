import { expect, it } from 'vitest';
import { serveTopics, type Topic, wantTopic } from './topics';

const SYSTEM: Topic = { join: 'system:subscribe', leave: 'system:unsubscribe', values: [] };

function recording() {
  const calls: string[] = [];
  const stop = serveTopics({
    join: (topic) => calls.push(topic.join),
    leave: (topic) => calls.push(topic.leave),
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

it('joins what was wanted before there was a connection', () => {
  const drop = wantTopic({ join: 'project:join', leave: 'project:leave', values: ['p1'] });
  const { calls, stop } = recording();
  expect(calls).toEqual(['project:join']);
  stop();
  drop();
  expect(calls).toEqual(['project:join']);
});
