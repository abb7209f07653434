import { humanise } from '@/lib/words';

/** Labels of result fields with unclear names. */
const LABELS: Record<string, string> = {
  abstained: 'Queries without a clear intent',
  ate: 'Average treatment effect (ATE)',
  att: 'Average effect on the treated (ATT)',
  ctr: 'CTR',
  clicksGained: 'Extra clicks a month',
  clicksFromHome: 'Clicks from the home page',
  dominators: 'Regional sites',
  effortMinutes: 'Effort',
  hotSpots: 'Clusters of good markets',
  impact: 'Monthly value',
  jaccard: 'Overlap (Jaccard index)',
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
  isNamed: 'Named by you',
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
  profit12: 'Profit of the first year',
  cost12: 'Cost of the first year',
  profitMonth: 'Monthly profit',
  qValue: 'q-value',
  seasonalStrength: 'Seasonal strength (0 to 1)',
  roi: 'Return on investment',
  steps_for: 'Steps needed to detect an effect of',
  sites_for: 'Sites needed to detect an effect of',
  z: 'z-value',
  q: 'q-value',
  vertical: 'Trade ID',
  verticalName: 'Trade',
  verticals: 'Trades',
  wins: 'Quick wins',
  winChance: 'Ranking probability',
  worth: 'Value',
};

/** Labels of nested fields with unclear names, by path. */
const PATHS: Record<string, string> = {
  'totals.admitted': 'Markets admitted',
  'totals.considered': 'Markets considered',
  'totals.demandUnknown': 'Markets without known demand',
  'totals.payoutUnknown': 'Markets without a known payout',
  'totals.scored': 'Markets with a score',
  'totals.tier1': 'Tier 1 markets',
  'totals.tier2': 'Tier 2 markets',
  'totals.tier3': 'Tier 3 markets',
  'totals.tooUnsure': 'Markets that are too uncertain',
  'totals.value': 'Monthly value',
  'totals.volume': 'Monthly search volume',
  'totals.volumeUpperBound': 'Monthly search volume, at most',
  'totals.rows': 'Rows read',
  'curve.isFitted': 'CTR curve fitted to your clicks',
  'curve.source': 'CTR curve',
  chosen: 'Opportunities chosen',
  domains: 'Sites by share of clicks',
  frontier: 'Best portfolio by risk level',
  losses: 'Clicks lost by cluster and competitor',
  shadowPrices: 'Gain from a higher limit',
  terms: 'Terms of the top-ranking pages',
  versions: 'Engine versions',
  weights: 'Weights of the engine versions',
  winnersScores: 'Scores of the top-ranking pages',
  'curve.points': 'CTR curve by position',
  'season.strength': 'Seasonal strength (0 to 1)',
};

/** Converts a field name to a label: "bestProfit12Cents" is "Best profit 12". */
export function label(key: string): string {
  return LABELS[key] ?? humanise(key.replace(/Cents$/, ''));
}

/** Label of a column, with its scale where the name alone has none. `keys`: all columns of the table. */
export function columnLabel(key: string, keys: readonly string[]): string {
  if (key === 'strength' && keys.includes('odds')) return 'Strength (log odds; 0 is average)';
  if (key === 'odds' && keys.includes('strength')) return 'Odds of ranking above an average site (to 1)';
  return label(key);
}

/** Converts a path of fields to a label: "clicks.backtest" is "Clicks: backtest". */
export function pathLabel(path: readonly string[]): string {
  const known = PATHS[path.join('.')] ?? (path[0] === 'portfolio' ? PATHS[path.slice(1).join('.')] : undefined);
  if (known) return known;
  // "Totals" says nothing about the value that it holds.
  const named = path.length > 1 && path[0] === 'totals' ? path.slice(1) : path;
  const [first = '', ...rest] = named.map(label);
  return [first, ...rest.map((each) => each.charAt(0).toLowerCase() + each.slice(1))].join(': ');
}
