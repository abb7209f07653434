import { expect, test } from 'vitest';
import { citedText, rangeText } from './shares';

const topic = (own: number | null, rival: number) => ({
  topic: '',
  engine: 'open_ai:gpt:api',
  answers: 12,
  prompts: 2,
  brands: [
    { brand: { host: 'own.example', isOwn: true }, citations: own === null ? null : { mid: own, low: 0, high: 1 } },
    { brand: { host: 'rival.example', isOwn: false }, citations: { mid: rival, low: 0, high: 1 } },
  ],
});
const said = (...topics: ReturnType<typeof topic>[]) => citedText(topics as unknown as Parameters<typeof citedText>[0]);

test('answer_is_the_range_of_the_own_shares_only', () => {
  expect(said(topic(0.43, 0.96), topic(0.04, 0.6))).toBe('Cited in 4% to 43% of the answers, by topic and engine');
  expect(said(topic(0.43, 0.96))).toBe('Cited in 43% of the answers');
  expect(said(topic(null, 0.5))).toBeNull();
  expect(said()).toBeNull();
});

test('equal_shares_are_one_share', () => {
  expect(rangeText([0.4, null, 0.4])).toBe('40%');
});
