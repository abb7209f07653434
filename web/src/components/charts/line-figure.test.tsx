import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LineFigure } from './line-figure';

const figure = (values: number[]) => (
  <LineFigure
    title="Visits per day"
    description="Measured."
    fileName="visits"
    xs={values.map((_, at) => at)}
    xText={(at) => `day ${at + 1}`}
    yText={String}
    lines={[{ name: 'Visits', values, tone: 1 }]}
  />
);

test('a_single_value_is_stated_and_not_drawn', () => {
  render(figure([12]));
  expect(screen.getByText('day 1: Visits 12. A chart appears with the second value.')).toBeInTheDocument();
});

test('two_values_are_drawn', () => {
  render(figure([12, 13]));
  expect(screen.queryByText(/A chart appears/)).not.toBeInTheDocument();
});
