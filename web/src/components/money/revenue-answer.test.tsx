import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RevenueMetrics } from '@/api/leads';
import { RevenueAnswer } from './revenue-answer';

const metrics = { projection: null, currency: 'USD', totalRevenueCents: 14_500, monthlyRevenueCents: 14_500 };

test.each([
  [0, '$145 in total, from the ledger after refunds.'],
  [2_000, '$145 in total for $20 of costs, from the ledger after refunds.'],
])('with costs of %s cents the note is %s', (totalCostsCents, note) => {
  render(<RevenueAnswer metrics={{ ...metrics, totalCostsCents } as RevenueMetrics} />);
  expect(screen.getByText(note)).toBeInTheDocument();
});
