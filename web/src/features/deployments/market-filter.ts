import type { PipelineMarket } from '@/api/pipeline';

/** The state of the choice of markets, in the address. */
export const CHOICE_DEFAULTS = {
  q: '',
  tier: '',
  vertical: '',
  profit: '',
  sort: 'profit',
  /** Chosen markets. */
  pick: '',
};

export type Choice = typeof CHOICE_DEFAULTS;

export const SORTS = [
  { value: 'profit', label: 'Highest profit' },
  { value: 'score', label: 'Highest score' },
  { value: 'newest', label: 'Newest' },
] as const;

export function pickedOf({ pick }: Pick<Choice, 'pick'>): string[] {
  return pick === '' ? [] : pick.split(',');
}

/** "Plumbing in Tulsa, OK". */
export function marketName({ verticalName, city, state }: PipelineMarket): string {
  return `${verticalName} in ${city}${state ? `, ${state}` : ''}`;
}

/** Markets of the filters in their order. Unknown profits come last. */
export function chosenMarkets(markets: readonly PipelineMarket[], choice: Choice): PipelineMarket[] {
  const words = choice.q.toLowerCase().trim();
  const least = choice.profit === '' ? null : Number(choice.profit) * 100;
  return markets
    .filter((market) => choice.tier === '' || market.tier === choice.tier)
    .filter((market) => choice.vertical === '' || market.vertical === choice.vertical)
    .filter((market) => least === null || (market.profitCents ?? Number.NEGATIVE_INFINITY) >= least)
    .filter((market) => words === '' || marketName(market).toLowerCase().includes(words))
    .sort(ORDERS[choice.sort] ?? byProfit);
}

type Order = (one: PipelineMarket, other: PipelineMarket) => number;

const lowest = Number.NEGATIVE_INFINITY;
const byProfit: Order = (one, other) =>
  (other.profitCents ?? lowest) - (one.profitCents ?? lowest) || byScore(one, other);
const byScore: Order = (one, other) => (other.score ?? lowest) - (one.score ?? lowest) || 0;

const ORDERS: Record<string, Order> = {
  profit: byProfit,
  score: byScore,
  newest: (one, other) => Date.parse(other.addedAt) - Date.parse(one.addedAt),
};
