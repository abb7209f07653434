import { expect, test } from 'vitest';
import { aVisitReport, visitCounts } from '@/testing/visits';
import { countedBefore, everyDay, isSilent, lengthOf, periodBefore, periodOf } from './period';

const NOW = Date.parse('2026-03-01T23:59:00Z');

test('period_ends_today_in_utc', () => {
  expect(periodOf('7', NOW)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(periodBefore({ from: '2026-02-23', to: '2026-03-01' })).toEqual({ from: '2026-02-16', to: '2026-02-22' });
});

test('unknown_length_in_the_address_is_the_default', () => {
  expect([lengthOf('90'), lengthOf('13'), lengthOf('')]).toEqual(['90', '28', '28']);
});

test('days_without_visits_are_zero', () => {
  const day = { day: '2026-02-28', ...visitCounts({ visits: 4 }) };
  const all = everyDay({ from: '2026-02-27', to: '2026-03-01', days: [day], countingSince: '2026-01-01' });
  expect(all.map(({ day, visits }) => [day, visits])).toEqual([
    ['2026-02-27', 0],
    ['2026-02-28', 4],
    ['2026-03-01', 0],
  ]);
});

test('silence_is_no_report_of_visitors_or_programs', () => {
  const none = { totals: visitCounts(), previous: visitCounts(), bots: 0, lastEventAt: null };
  expect(isSilent(aVisitReport(none))).toBe(true);
  expect(isSilent(aVisitReport({ ...none, bots: 1 }))).toBe(false);
  expect(isSilent(aVisitReport({ ...none, previous: visitCounts({ visits: 1 }) }))).toBe(false);
});

test('days_before_counting_began_are_left_out', () => {
  const days = (countingSince: string | null) =>
    everyDay({ from: '2026-02-25', to: '2026-03-01', days: [], countingSince }).map(({ day }) => day);
  expect(days('2026-02-28')).toEqual(['2026-02-28', '2026-03-01']);
  expect([days('2025-01-01').length, days(null).length]).toEqual([5, 5]);
});

test('previous_period_is_counted_from_the_first_report_on', () => {
  const counted = (countingSince: string | null) =>
    countedBefore({ from: '2026-02-08', to: '2026-02-14', countingSince });
  expect([counted('2026-02-01'), counted('2026-02-02'), counted('2026-02-07')]).toEqual(['all', 'part', 'part']);
  expect([counted('2026-02-08'), counted('2026-02-10'), counted(null)]).toEqual(['none', 'none', 'none']);
});
