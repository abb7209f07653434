import { expect, test } from 'vitest';
import type { Metric } from '@/api/performance';
import { changeText, metricText } from './metric-text';

const metric = (change: Partial<Metric>) =>
  ({ unit: 'clicks', direction: 'up_is_good', change: 0.1, ...change }) as Metric;

test('lower_position_is_shown_as_better_in_words', () => {
  const change = changeText(metric({ unit: 'position', direction: 'down_is_good', change: -1.25 }));
  expect(change).toEqual({
    text: '+1.3 places',
    words: 'up 1.3 places, better than the previous 28 days',
    isUp: true,
    tone: 'good',
  });
  expect(changeText(metric({ change: -0.1 }))?.tone).toBe('bad');
});

test('an unknown change is none, and an unknown value is a dash', () => {
  expect(changeText(metric({ change: null }))).toBeNull();
  expect(changeText(metric({ change: 0 }))?.tone).toBe('same');
  expect(changeText(metric({ unit: 'position', change: -0.02 }))?.text).toBe('unchanged');
  expect(metricText({ unit: 'share' }, null)).toBe('—');
  expect(metricText({ unit: 'share' }, 0.0345)).toBe('3.45%');
  expect(metricText({ unit: 'money a month' }, 1234)).toBe('$1,234');
});
