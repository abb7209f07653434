import { expect, test } from 'vitest';
import { aVisitReport, visitCounts } from '@/testing/visits';
import { everyDay, isSilent, isSteep, lateStart, lengthOf, periodBefore, periodOf } from './period';

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
  const all = everyDay({ from: '2026-02-27', to: '2026-03-01', days: [day] });
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

test('steep_growth_is_checked_for_a_late_start', () => {
  const grown = (visits: number) =>
    aVisitReport({ totals: visitCounts({ visits }), previous: visitCounts({ visits: 10 }) });
  expect([isSteep(grown(15)), isSteep(grown(16))]).toEqual([false, true]);
  const from = { from: '2026-02-01', to: '2026-02-28' };
  const first = (day: string) => lateStart({ ...from, days: [{ day, ...visitCounts({ visits: 1 }) }] });
  expect([first('2026-02-03'), first('2026-02-04')]).toEqual([null, '2026-02-04']);
  expect(lateStart({ ...from, days: [] })).toBeNull();
});
