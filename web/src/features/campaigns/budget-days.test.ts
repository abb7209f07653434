import { expect, test } from 'vitest';
import { aCampaign, anAction } from '@/testing/campaigns';
import { budgetDays } from './budget-days';

test('budget_burns_down_day_by_day_also_without_a_start', () => {
  const { budget } = aCampaign();
  const actions = [
    anAction({ day: '2026-11-03', costCents: 6_000 }),
    anAction({ day: '2026-11-01', costCents: 6_000 }),
    anAction({ day: '2026-11-01', costCents: 12_000 }),
  ];
  expect(budgetDays(actions, budget)).toEqual([
    { day: '2026-11-01', leftCents: 72_000 },
    { day: '2026-11-02', leftCents: 72_000 },
    { day: '2026-11-03', leftCents: 66_000 },
  ]);
  expect(budgetDays([], budget)).toEqual([]);
});
