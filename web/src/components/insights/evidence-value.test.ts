import { expect, test } from 'vitest';
import { evidenceText } from './evidence-value';

test('figures of every shape read as text, and a zero is a zero', () => {
  expect(evidenceText(0)).toBe('0');
  expect(evidenceText(null)).toBe('—');
  expect(evidenceText({ clicks: 12, expectedClicks: 34.5 })).toBe('clicks 12, expected clicks 34.5');
  expect(evidenceText([true, 'as it stands'])).toBe('yes, as it stands');
});
