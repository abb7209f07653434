import type { Analysis, AnalysisSite, PruneCandidate, PruneReason } from '@/api/analysis';
import { amountCell } from '@/lib/csv';
import { formatMoney, formatPercent, plural } from '@/lib/format';
import { humanise } from '@/lib/words';

/** Days of data below which cohorts and shares say little. */
export const ENOUGH_DAYS = 7;
/** Launch months and months of age in the heat map, the latest and the first. */
const MOST_COHORTS = 24;

export const MEASURES = [
  { value: 'perSite', label: 'Revenue per site' },
  { value: 'revenue', label: 'Revenue' },
  { value: 'profit', label: 'Profit' },
] as const;

export type Measure = (typeof MEASURES)[number]['value'];

interface Sum {
  revenueCents: number;
  costCents: number;
}

export const profitOf = ({ revenueCents, costCents }: Sum): number => revenueCents - costCents;

/** Profit divided by costs; null without costs. */
export function roiOf(sum: Sum): number | null {
  return sum.costCents > 0 ? profitOf(sum) / sum.costCents : null;
}

const TIERS: Record<string, string> = { tier1: 'Tier 1', tier2: 'Tier 2', tier3: 'Tier 3' };

export function tierText(tier: string | null): string {
  return tier === null ? 'No tier' : (TIERS[tier] ?? humanise(tier));
}

/** "Plumbing in Tulsa, OK", or with the number of its places. */
export function marketText({ verticalName, places }: Pick<AnalysisSite, 'verticalName' | 'places'>): string {
  const [first] = places;
  return places.length === 1 && first
    ? `${verticalName} in ${first}`
    : `${verticalName}, ${plural(places.length, 'place')}`;
}

export interface CohortGrid {
  rows: { name: string; sites: number; values: (number | null)[] }[];
  columns: string[];
}

/** Rows are launch months, columns are months of age; null for months that have not begun. */
export function cohortGrid({ cohorts }: Pick<Analysis, 'cohorts'>, measure: Measure): CohortGrid {
  const shown = cohorts.slice(-MOST_COHORTS);
  const length = Math.min(MOST_COHORTS, Math.max(0, ...shown.map(({ ages }) => ages.length)));
  const rows = shown.map(({ month, sites, ages }) => {
    const values = Array.from({ length }, (_, age) => {
      const found = ages.find((each) => each.age === age);
      return found ? measured(found, sites, measure) : null;
    });
    return { name: month, sites, values };
  });
  return { rows, columns: Array.from({ length }, (_, age) => String(age)) };
}

function measured(sum: Sum, sites: number, measure: Measure): number {
  if (measure === 'revenue') return sum.revenueCents;
  if (measure === 'profit') return profitOf(sum);
  return Math.round(sum.revenueCents / Math.max(1, sites));
}

/** "3 of 12 sites bring 80% of the revenue"; empty if it takes all sites, null without revenue. */
export function concentration(sites: readonly Sum[], share = 0.8): string | null {
  const revenues = sites.map(({ revenueCents }) => revenueCents).filter((cents) => cents > 0);
  const total = revenues.reduce((sum, cents) => sum + cents, 0);
  if (total === 0) return null;
  let [sum, count] = [0, 0];
  for (const cents of revenues.sort((one, other) => other - one)) {
    if (sum >= total * share) break;
    sum += cents;
    count += 1;
  }
  if (count === sites.length) return '';
  const part = `${formatPercent(share, 0)} of the revenue`;
  return `${count} of ${plural(sites.length, 'site')} ${count === 1 ? 'brings' : 'bring'} ${part}.`;
}

/** Why a site should be given up, as a sentence with its figures. */
export function reasonText(reason: PruneReason, site: PruneCandidate, currency: string): string {
  const money = (cents: number | null) => formatMoney(cents, currency);
  switch (reason) {
    case 'no_leads':
      return `Live for ${plural(site.ageDays, 'day')}, and no lead and no revenue in the last 90 days.`;
    case 'loses_money':
      return `Cost ${money(site.costCents)} and earned ${money(site.revenueCents)} so far; in the last 90 days it cost ${money(site.recentCostCents)} and earned ${money(site.recentRevenueCents)}.`;
    case 'below_forecast':
      return `Profit of ${money(site.recentRevenueCents - site.recentCostCents)} in the last 90 days; the low forecast (P10) was ${money(site.lowForecastCents)}.`;
    default:
      return humanise(reason);
  }
}

export const CSV_HEADERS = [
  'Site',
  'Status',
  'Kind',
  'Vertical',
  'Places',
  'Tier',
  'Live since (UTC)',
  'Days live',
  'Leads',
  'Revenue',
  'Cost',
  'Profit',
  'Currency',
  'Reasons to give up',
] as const;

/** A row for each site, in the order of the response. */
export function csvRows({ sites, prune, currency }: Analysis): (string | number | null)[][] {
  const reasons = new Map(prune.map((one) => [one.siteId, one.reasons.map((word) => reasonText(word, one, currency))]));
  return sites.map((site) => [
    site.name,
    site.isDeleted ? 'deleted' : site.status,
    site.kind,
    site.verticalName,
    site.places.join('; '),
    site.tier,
    site.launchedAt,
    site.ageDays,
    site.leads,
    amountCell(site.revenueCents),
    amountCell(site.costCents),
    amountCell(profitOf(site)),
    currency,
    reasons.get(site.id)?.join(' ') ?? null,
  ]);
}
