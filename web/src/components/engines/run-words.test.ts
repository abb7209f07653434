import { expect, test } from 'vitest';
import { actionKeys, actionWords } from './action-words';
import { runPhrase } from './run-words';

test('every_action_with_a_question_has_a_phrase_of_its_own_in_its_engine', () => {
  const keys = actionKeys();
  expect(keys.length).toBeGreaterThan(40);
  const phrases = keys.map(([engine, action]) => `${engine} ${runPhrase(engine, action)}`);
  expect(phrases.filter((phrase) => / Run /.test(phrase))).toEqual([]);
  expect(new Set(phrases).size).toBe(keys.length);
  for (const [engine, action] of keys) expect(actionWords(engine, action)).not.toBeNull();
});

test('phrase_of_an_action_that_this_version_does_not_know_is_made_from_its_name', () => {
  expect(runPhrase('keyword', 'analyse')).toBe('Analyze keywords');
  expect(runPhrase('keyword', 'new-thing')).toBe('Run new thing');
});
