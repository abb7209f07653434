import { humanise } from '@/lib/words';

/** Labels of result fields with unclear names. */
const LABELS: Record<string, string> = {
  ate: 'Average treatment effect (ATE)',
  att: 'Average effect on the treated (ATT)',
  ctr: 'CTR',
  coverage80: 'Coverage of the 80% interval',
  coverage95: 'Coverage of the 95% interval',
  intervalScore95: 'Interval score (95%)',
  cps: 'Change points (steps)',
  hi: 'High',
  lo: 'Low',
  hi95: 'High (95%)',
  lo95: 'Low (95%)',
  ite: 'Individual effects',
  iSquared: 'Heterogeneity between sites (I²)',
  is_measurable: 'Detectable',
  mase: 'Scaled error (MASE)',
  mde_absolute: 'Minimum detectable effect',
  mde_relative: 'Minimum detectable effect, relative',
  n: 'Cases',
  p: 'p-value',
  pAdjusted: 'p-value, adjusted',
  permutationP: 'Permutation p-value',
  tier1: 'Tier 1',
  tier2: 'Tier 2',
  tier3: 'Tier 3',
  trendP: 'Parallel trends p-value',
  pit: 'Outcomes by forecast decile (PIT)',
  profit12: 'Profit in 12 months',
  cost12: 'Cost in 12 months',
  profitMonth: 'Monthly profit',
  qValue: 'q-value',
  roi: 'Return on investment',
  steps_for: 'Steps needed to detect an effect of',
  sites_for: 'Sites needed to detect an effect of',
  z: 'z-value',
  q: 'q-value',
  vertical: 'Trade ID',
  verticalName: 'Trade',
  winChance: 'Ranking probability',
  worth: 'Value',
};

/** Converts a field name to a label: "bestProfit12Cents" is "Best profit 12". */
export function label(key: string): string {
  return LABELS[key] ?? humanise(key.replace(/Cents$/, ''));
}

/** Converts a path of fields to a label: "clicks.backtest" is "Clicks: backtest". */
export function pathLabel(path: readonly string[]): string {
  // "Totals" says nothing about the value that it holds.
  const named = path.length > 1 && path[0] === 'totals' ? path.slice(1) : path;
  if (path.join('.') === 'totals.value') return 'Monthly value';
  const [first = '', ...rest] = named.map(label);
  return [first, ...rest.map((each) => each.charAt(0).toLowerCase() + each.slice(1))].join(': ');
}
