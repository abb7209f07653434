import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ToolFigures } from './tool-figures';

const UNKNOWN = { difficulty: null, bidLowCents: null, bidHighCents: null, monthly: [], seasonality: null };

it('tool_figures_show_difficulty_bids_months_and_the_strongest_month', () => {
  const monthly = [
    { month: '2026-01-01', searches: 320 },
    { month: '2026-02-01', searches: 880 },
  ];
  const seasonality = [0.8, 1.4, ...Array<number>(10).fill(0.98)];
  render(
    <ToolFigures
      market={{ difficulty: 41.6, bidLowCents: 120, bidHighCents: 450, monthly, seasonality }}
      currency="EUR"
    />,
  );
  expect(screen.getByText('42')).toBeInTheDocument();
  expect(screen.getByText('€1.20 – €4.50')).toBeInTheDocument();
  expect(screen.getByText('Volume 320 to 880 a month, 2026-01 to 2026-02')).toBeInTheDocument();
  expect(screen.getByText('Strongest month: February, 140% of an average month')).toBeInTheDocument();
});

it('tool_figures_without_data_show_dashes_and_no_months', () => {
  render(<ToolFigures market={UNKNOWN} />);
  expect(screen.getAllByText('—')).toHaveLength(2);
  expect(screen.queryByText(/a month/)).not.toBeInTheDocument();
});
