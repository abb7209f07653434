import { expect, test } from 'vitest';
import { factorRange, factorText, stepText } from './explanation-text';

test('factors_are_shown_as_money_percentages_and_counts', () => {
  expect(factorText(7250, 'cents/lead', 'USD')).toBe('$72.50 per lead');
  expect(factorText(0.095364, 'probability', 'USD')).toBe('9.54%');
  expect(factorText(0.075, 'leads/visit', 'USD')).toBe('7.5% of visits');
  expect(factorText(1273.48, 'searches/month', 'USD')).toBe('1,273 a month');
  expect(factorText(2.5, 'days', 'USD')).toBe('2.5 days');
});

test('ranges_have_the_unit_of_their_factor', () => {
  expect(factorRange({ p10: 2981, p90: 12775 }, 'cents/lead', 'USD')).toBe('$29.81 to $128');
  expect(factorRange({ p10: 0.01, p90: 0.24 }, 'share', 'USD')).toBe('1% to 24%');
  expect(factorRange({ p10: 457.2, p90: 3499 }, 'searches/month', 'USD')).toBe('457 to 3,499');
  expect(factorRange(null, 'share', 'USD')).toBe('—');
});

test('steps_show_the_digits_that_add_up_to_the_cent', () => {
  expect(stepText({ name: 'profitMonth', formula: '2426 - 1500 cents', result: 926 }, 'USD')).toEqual({
    name: 'Profit a month',
    formula: '$24.26 − $15.00',
    result: '$9.26',
  });
  const formula = '1273.48 x 0.0953639 x 0.04899 x 0.075 x 0.75 x 7250 cents, rounded';
  const revenue = stepText({ name: 'revenueMonth', formula, result: 2426 }, 'USD');
  expect(revenue).toEqual({
    name: 'Revenue a month',
    formula: '1,273.48 × 0.0953639 × 0.04899 × 0.075 × 0.75 × $72.50',
    result: '$24.26',
  });
  const shown = revenue.formula.split(' × ').map((factor) => Number(factor.replace(/[$,]/g, '')));
  expect(shown.reduce((product, factor) => product * factor).toFixed(2)).toBe('24.26');
  expect(
    stepText({ name: 'profit12', formula: '18462 - 38000 cents over the twelve months', result: -19538 }, 'USD'),
  ).toMatchObject({ formula: '$184.62 − $380.00 over the twelve months', result: '-$195.38' });
  expect(
    stepText({ name: 'visitors', formula: '1273.48 searches x 0.09 chance', result: 5.94954250903428 }, 'USD'),
  ).toEqual({ name: 'Visitors a month', formula: '1,273.48 searches × 0.09 chance', result: '5.94954' });
});

test('parts_of_a_cent_are_shown', () => {
  const formula = '256.757 x 0.75 x 11777.8 cents, rounded';
  expect(stepText({ name: 'revenueMonth', formula, result: 2268039 }, 'USD')).toMatchObject({
    formula: '256.757 × 0.75 × $117.778',
    result: '$22,680.39',
  });
});
