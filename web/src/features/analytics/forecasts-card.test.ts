import { expect, test } from 'vitest';
import { cameText, saidText } from './forecasts-card';

const quantiles = { mean: 100, p10: 80, p50: 99, p90: 130 };

test('claims_show_confidence_and_quantities_their_interval', () => {
  expect(saidText({ probability: 0.82, quantiles: null })).toBe('82% probability');
  expect(saidText({ probability: null, quantiles })).toBe('99 (80 to 130)');
});

test('an outcome of zero is an outcome', () => {
  expect(cameText({ kind: 'claim', outcome: 0, quantiles: null })).toBe('incorrect');
  expect(cameText({ kind: 'quantity', outcome: 0, quantiles })).toBe('0, outside the interval');
  expect(cameText({ kind: 'quantity', outcome: 100, quantiles })).toBe('100, inside the interval');
  expect(cameText({ kind: 'claim', outcome: null, quantiles: null })).toBe('not due yet');
});
