import type { Campaign, CampaignDecision, CampaignPlan, CampaignStatus } from '@/api/campaigns';
import type { Tone } from '@/components/ui/badge';
import { formatDate, formatMoney, formatNumber, plural } from '@/lib/format';
import { humanise } from '@/lib/words';

interface State {
  label: string;
  tone: Tone;
}

const STATES: Record<CampaignStatus, State> = {
  draft: { label: 'Draft', tone: 'neutral' },
  active: { label: 'Active', tone: 'success' },
  paused: { label: 'Paused', tone: 'warning' },
  finished: { label: 'Finished', tone: 'brand' },
  stopped: { label: 'Stopped', tone: 'neutral' },
};

/** Unknown statuses are shown unchanged. */
export function campaignState(status: string): State {
  return (STATES as Partial<Record<string, State>>)[status] ?? { label: humanise(status), tone: 'neutral' };
}

const DECISIONS: Record<CampaignDecision, State> = {
  deployed: { label: 'Site started', tone: 'success' },
  waiting: { label: 'Waiting', tone: 'info' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'danger' },
};

export function decisionState(decision: string): State {
  return (DECISIONS as Partial<Record<string, State>>)[decision] ?? { label: humanise(decision), tone: 'neutral' };
}

export const DECISION_WORDS = Object.keys(DECISIONS) as CampaignDecision[];

/** Campaigns are counted in US dollars. */
export const CURRENCY = 'USD';

export const dollars = (cents: number | null | undefined, options: { compact?: boolean } = {}): string =>
  formatMoney(cents, CURRENCY, options);

/** "$167 (-$69 to $667)", in whole dollars: an estimate has no cents. */
export function dollarRange({ mean, p10, p90 }: { mean: number; p10: number; p90: number }): string {
  // Adding 0 makes a zero of a negative zero.
  const [mid, low, high] = [mean, p10, p90].map((cents) => dollars(Math.round(cents / 100) * 100 + 0));
  return `${mid} (${low} to ${high})`;
}

/** "$5,000 of revenue a month by Mar 1, 2027". */
export function goalText({ kind, target, by }: CampaignPlan['goal']): string {
  const until = by ? ` by ${formatDate(by)}` : '';
  switch (kind) {
    case 'monthly_revenue':
      return `${dollars(target)} of revenue a month${until}`;
    case 'live_sites':
      return `${plural(target, 'live site')}${until}`;
    case 'leads':
      return `${plural(target, 'lead')}${until}`;
    default:
      return `${formatNumber(target, 0)} ${humanise(kind).toLowerCase()}${until}`;
  }
}

/** Rules of the server where none are given. */
export const DEFAULT_RULES = {
  minScore: 0,
  minPayoutCents: 0,
  minMonthlyProfitCents: 0,
  minConfidence: 0.3,
  sitesPerDay: 1,
  sitesTotal: 10,
};

/** The rules as a sentence. */
export function rulesText({ rules = {}, budget }: Pick<CampaignPlan, 'rules' | 'budget'>): string {
  const { minScore, minPayoutCents, minMonthlyProfitCents, minConfidence, sitesPerDay, sitesTotal } = {
    ...DEFAULT_RULES,
    ...rules,
  };
  const conditions = [
    minScore > 0 ? `the score is ${formatNumber(minScore, 1)} or more` : null,
    minPayoutCents > 0 ? `the payout is ${dollars(minPayoutCents)} or more` : null,
    minMonthlyProfitCents > 0 ? `the expected profit is ${dollars(minMonthlyProfitCents)} a month or more` : null,
    minConfidence > 0 ? `the confidence is ${formatNumber(minConfidence * 100, 0)}% or more` : null,
  ].filter((text) => text !== null);
  const limit = `up to ${plural(sitesPerDay, 'site')} a day and ${formatNumber(sitesTotal, 0)} in total`;
  const start = conditions.length === 0 ? 'Start' : `If ${joined(conditions)}, start`;
  return `${start} ${limit}, within ${dollars(budget.totalCents)}.`;
}

function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The markets as a sentence; `verticalName` returns the name of a slug. */
export function targetsText(targets: CampaignPlan['targets'], verticalName: (slug: string) => string): string {
  const { kind, markets = [], verticals = [], states = [], minPopulation, tiers = [] } = targets;
  if (kind === 'markets') return plural(markets.length, 'chosen market');
  return [
    verticals.length > 0 ? verticals.map(verticalName).join(', ') : 'All verticals',
    states.length > 0 ? `in ${states.join(', ')}` : 'in all states',
    minPopulation ? `places of at least ${plural(minPopulation, 'person', 'people')}` : null,
    tiers.length > 0 ? tiers.map((tier) => `tier ${tier.slice(-1)}`).join(' or ') : null,
  ]
    .filter((text) => text !== null)
    .join(', ');
}

/** True while the campaign may still start sites. */
export function isOpen({ status }: Pick<Campaign, 'status'>): boolean {
  return status === 'draft' || status === 'active' || status === 'paused';
}
