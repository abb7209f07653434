import { expect, test } from 'vitest';
import { cardPaths, cardText } from './cards';

test('an engine has its own card first, then those of its parts', () => {
  const paths = ['/d/causal-discover-treatment.md', '/d/causal.md', '/d/keyword.md'];
  expect(cardPaths('causal', paths)).toEqual(['/d/causal.md', '/d/causal-discover-treatment.md']);
  expect(cardPaths('astrology', paths)).toEqual([]);
});

test('the cards of the documentation are found', async () => {
  expect(await cardText('predictive')).toContain('# Predictive engine');
  expect(await cardText('astrology')).toBe('');
});
