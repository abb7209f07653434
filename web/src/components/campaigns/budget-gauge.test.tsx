import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCampaign } from '@/testing/campaigns';
import { BudgetGauge } from './budget-gauge';

test('what calls of data providers cost is shown against what is set aside for them', () => {
  const budget = { totalCents: 100_000, costPerSiteCents: 6_000, providerCents: 10_000 };
  render(<BudgetGauge campaign={aCampaign({ budget, spentCents: 26_000, providerSpentCents: 2_000 })} />);
  expect(screen.getByText('$20 of the $100 set aside for data providers is spent.')).toBeVisible();
  const [sites, providers] = screen.getByRole('meter').children;
  // $740 are left: $80 for providers and $660 for sites.
  expect(sites).toHaveStyle({ width: '66%' });
  expect(providers).toHaveStyle({ width: '8%' });
});
