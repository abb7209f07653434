import { humanise } from '@/lib/words';

/** Names of members of results that their own words do not say well. */
const LABELS: Record<string, string> = {
  ate: 'Average effect on all',
  att: 'Average effect on the treated',
  ctr: 'Click-through',
  coverage80: 'Held by the 80 % band',
  coverage95: 'Held by the 95 % band',
  intervalScore95: 'Interval score (95 %)',
  cps: 'Steps at which something changed',
  hi: 'High',
  lo: 'Low',
  hi95: 'High (95 %)',
  lo95: 'Low (95 %)',
  ite: 'Effect on each row',
  iSquared: 'Difference between sites (I squared)',
  is_measurable: 'Can be measured',
  mase: 'Error against naive (MASE)',
  mde_absolute: 'Smallest effect that would be seen',
  mde_relative: 'Smallest effect that would be seen, as a share',
  n: 'Cases',
  p: 'p-value',
  pAdjusted: 'p-value, adjusted',
  permutationP: 'p-value by permutation',
  trendP: 'p-value of parallel trends',
  pit: 'Outcomes by tenth of the forecast',
  profit12: 'Profit in 12 months',
  cost12: 'Cost in 12 months',
  profitMonth: 'Profit a month',
  qValue: 'q-value',
  roi: 'Return on cost',
  steps_for: 'Steps needed for an effect of',
  sites_for: 'Sites needed for an effect of',
  z: 'z-value',
  q: 'q-value',
  vertical: 'Trade, short name',
  verticalName: 'Trade',
  winChance: 'Chance to rank',
  worth: 'Worth',
};

/** A member's name in words: "bestProfit12Cents" is "Best profit 12". */
export function label(key: string): string {
  return LABELS[key] ?? humanise(key.replace(/Cents$/, ''));
}

/** A path of members in words: "clicks.backtest" is "Clicks: backtest". */
export function pathLabel(path: readonly string[]): string {
  const [first = '', ...rest] = path.map(label);
  return [first, ...rest.map((each) => each.charAt(0).toLowerCase() + each.slice(1))].join(': ');
}
