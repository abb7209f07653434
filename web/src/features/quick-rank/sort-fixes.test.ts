import { expect, test } from 'vitest';
import { aPageFix } from '@/testing/page-audits';
import { sortFixes } from './sort-fixes';
import { stepsDone } from './words';

const fixes = [
  aPageFix({ key: 'a', impact: 20, effortMinutes: 5, clicks: null }),
  aPageFix({ key: 'b', impact: 90, effortMinutes: 60, clicks: { low: 0, mid: 2, high: 4 } }),
  aPageFix({ key: 'c', impact: 5, effortMinutes: 200, isBlocking: true, clicks: null }),
  aPageFix({ key: 'd', impact: 30, effortMinutes: 10, clicks: { low: 1, mid: 9, high: 20 } }),
];
const keys = (order: Parameters<typeof sortFixes>[1]) => sortFixes(fixes, order).map(({ key }) => key);

test('orders_put_blocking_fixes_first_and_unknown_clicks_last', () => {
  expect(keys('priority')).toEqual(['a', 'b', 'c', 'd']);
  expect(keys('impact')).toEqual(['c', 'b', 'd', 'a']);
  expect(keys('effort')).toEqual(['c', 'a', 'd', 'b']);
  expect(keys('clicks')).toEqual(['c', 'd', 'b', 'a']);
  expect(fixes.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
});

test('steps_follow_the_stage_and_an_unknown_stage_is_the_last', () => {
  expect([stepsDone(''), stepsDone('robots'), stepsDone('keyword'), stepsDone('done')]).toEqual([0, 0, 3, 5]);
});
