/** Maps `domain` linearly to `range`; values outside the domain are clamped. */
export function linear(domain: readonly [number, number], range: readonly [number, number]): (value: number) => number {
  const [from, to] = domain;
  const span = to - from || 1;
  return (value) => {
    const share = Math.min(1, Math.max(0, (value - from) / span));
    return range[0] + share * (range[1] - range[0]);
  };
}

/** Returns about `count` round steps (1, 2, 5 x 10^k) from 0 that cover `maximum`. */
export function ticksTo(maximum: number, count = 4): number[] {
  if (!(maximum > 0)) return [0];
  const rough = maximum / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const steps = Math.ceil(maximum / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Returns about `count` round steps that cover both ends; for a single value, a step to either side. */
export function ticksBetween(minimum: number, maximum: number, count = 4): number[] {
  const span = maximum - minimum || Math.abs(maximum) || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const [from, to] = [Math.floor(minimum / step + 1e-9), Math.ceil(maximum / step - 1e-9)];
  const last = to === from ? to + 1 : to;
  return Array.from({ length: last - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)));
}
