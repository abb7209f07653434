import type { ScanMarket } from './discovery-state';

/** The best market and number of markets of a state. */
export interface StateFigures {
  code: string;
  markets: number;
  bestCents: number;
  best: ScanMarket;
}

/** Sums the markets of each state; those without a known profit are left out. */
export function byState(markets: readonly ScanMarket[]): Map<string, StateFigures> {
  const found = new Map<string, StateFigures>();
  for (const market of markets) {
    const cents = market.profitMonth?.meanCents;
    if (cents === undefined || !market.state) continue;
    const known = found.get(market.state);
    if (!known) found.set(market.state, { code: market.state, markets: 1, bestCents: cents, best: market });
    else {
      known.markets += 1;
      if (cents > known.bestCents) Object.assign(known, { bestCents: cents, best: market });
    }
  }
  return found;
}

/** Number of colours of the map. */
export const STEPS = 5;

/** Returns the lower limits of the steps: quantiles of the values, without repeated ones. */
export function quantileSteps(values: readonly number[], steps = STEPS): number[] {
  const sorted = [...values].sort((one, other) => one - other);
  if (sorted.length === 0) return [];
  const at = (step: number) => sorted[Math.min(sorted.length - 1, Math.floor((step * sorted.length) / steps))] ?? 0;
  return [...new Set(Array.from({ length: steps }, (_, step) => at(step)))];
}

/** Returns the step of a value, from 0. */
export function stepOf(value: number, limits: readonly number[]): number {
  return Math.max(0, limits.filter((limit) => value >= limit).length - 1);
}

/** A bar of a histogram: from inclusive, to exclusive (the last one inclusive). */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

const NICE = [1, 2, 2.5, 5, 10];

/** Returns bins of equal, round width; at most about `most` of them. */
export function histogram(values: readonly number[], most = 12): Bin[] {
  if (values.length === 0) return [];
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const raw = Math.max((greatest - least) / most, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const width = (NICE.find((step) => step * power >= raw) ?? 10) * power;
  const start = Math.floor(least / width) * width;
  const bins: Bin[] = [];
  for (let from = start; from <= greatest; from += width) bins.push({ from, to: from + width, count: 0 });
  for (const value of values) {
    const bin = bins[Math.min(bins.length - 1, Math.floor((value - start) / width))];
    if (bin) bin.count += 1;
  }
  return bins;
}
