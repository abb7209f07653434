import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ForecastStrip } from './forecast-strip';

const measured = [10, 20, 30].map((value, at) => ({ day: `2026-10-0${at + 1}`, value }));
const ahead = [40, 60].map((value, at) => ({ day: `2026-10-0${at + 4}`, low: value - 10, value, high: value + 20 }));

test('forecast_is_described_in_words_and_has_a_key_for_each_line', () => {
  const { container } = render(<ForecastStrip name="Clicks a day" measured={measured} ahead={ahead} />);
  expect(screen.getByRole('img')).toHaveAccessibleName(
    'Clicks a day: on average 20 in 3 measured days, 50 in the 2 days of the forecast',
  );
  for (const key of ['Measured', 'Forecast', '80% interval']) expect(screen.getByText(key)).toBeInTheDocument();
  expect(screen.getByText('Oct 1, 2026')).toBeInTheDocument();
  expect(screen.getByText('Oct 5, 2026')).toBeInTheDocument();
  expect(container.querySelectorAll('polyline')).toHaveLength(2);
  expect(container.innerHTML).not.toContain('NaN');
});

test('days_without_a_forecast_have_neither_band_nor_its_key', () => {
  const { container } = render(<ForecastStrip name="Clicks a day" measured={measured} ahead={[]} />);
  expect(container.querySelector('polygon')).toBeNull();
  expect(screen.queryByText('Forecast')).not.toBeInTheDocument();
  expect(screen.getByText('Oct 3, 2026')).toBeInTheDocument();
});
