import { type DiscoveryState, NO_VIEW_FILTER, nameOf, type ScanMarket } from './discovery-state';

/** Values by which the grid sorts; a market without the value comes last. */
const VALUES: Record<string, (market: ScanMarket) => number | string | null> = {
  market: (market) => nameOf(market).toLowerCase(),
  tier: (market) => (market.tier ? -Number(market.tier.slice(-1)) : null),
  score: (market) => market.score ?? null,
  profit: (market) => market.profitMonth?.meanCents ?? null,
  revenue: (market) => market.revenue?.meanCents ?? null,
  chance: (market) => market.winChance.mean,
  demand: (market) => market.demand?.mean ?? null,
  payout: (market) => market.payout?.meanCents ?? null,
  difficulty: (market) => market.difficulty,
};

export const SORTS = Object.keys(VALUES);

type ViewFilter = Pick<DiscoveryState, 'tier' | 'q' | 'at'>;

function isShown(market: ScanMarket, { tier, q, at }: ViewFilter): boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const name = nameOf(market).toLowerCase();
  return (
    (tier === '' || market.tier === tier) &&
    (at === '' || market.state === at) &&
    words.every((word) => name.includes(word))
  );
}

/** Returns the markets of a scan that match the filters of the view. */
export function filterMarkets(markets: readonly ScanMarket[], filter: ViewFilter): ScanMarket[] {
  return markets.filter((market) => isShown(market, filter));
}

/** Returns the markets in the order of a column. */
export function sortMarkets(markets: readonly ScanMarket[], sort: string, order: string): ScanMarket[] {
  const value = VALUES[sort] ?? VALUES.profit;
  const sign = order === 'asc' ? 1 : -1;
  const keyed = markets.map((market) => ({ market, key: value?.(market) ?? null }));
  keyed.sort((one, other) => {
    if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
    if (one.key === other.key) return 0;
    return one.key < other.key ? -sign : sign;
  });
  return keyed.map(({ market }) => market);
}

/** A filter of the view whose removal shows markets again. */
export interface Relaxation {
  filter: keyof ViewFilter;
  markets: number;
}

/** Returns the filters of the view that hide everything, each with the number of markets without it, the most first. */
export function relaxations(markets: readonly ScanMarket[], filter: ViewFilter): Relaxation[] {
  const names = Object.keys(NO_VIEW_FILTER) as (keyof ViewFilter)[];
  return names
    .filter((name) => filter[name] !== '')
    .map((name) => ({ filter: name, markets: filterMarkets(markets, { ...filter, [name]: '' }).length }))
    .filter(({ markets: count }) => count > 0)
    .sort((one, other) => other.markets - one.markets);
}
