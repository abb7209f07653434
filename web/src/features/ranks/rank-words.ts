import type { TrackedKeyword } from '@/api/ranks';
import type { Website } from '@/api/types';
import { NO_VALUE } from '@/lib/format';
import { humanise } from '@/lib/words';

/** The rank of a check: `>20` if the website was not found in the first 20 results. */
export function rankText(rank: number | null, depth: number | null): string {
  if (rank !== null) return String(rank);
  return depth === null ? NO_VALUE : `>${depth}`;
}

/** Places won or lost since the check before, with the sign; at least so many if one of both is beyond the depth. */
export function changeText(change: number | null, isAtLeast = false): string {
  if (change === null) return NO_VALUE;
  if (change === 0) return '0';
  return `${change > 0 ? '+' : '−'}${Math.abs(change)}${isAtLeast ? ' or more' : ''}`;
}

/** Whether a change is only known to be at least so large. */
export function isAtLeast({ rank, previousRank }: TrackedKeyword): boolean {
  return (rank === null) !== (previousRank === null);
}

const FEATURES: Record<string, string> = {
  ai_overview: 'AI overview',
  local_pack: 'Local pack',
  featured_snippet: 'Featured snippet',
  people_also_ask: 'People also ask',
  related_searches: 'Related searches',
  knowledge_graph: 'Knowledge panel',
  map_result: 'Map',
  paid: 'Ads',
};

export function featureName(feature: string): string {
  return FEATURES[feature] ?? humanise(feature);
}

/** Name of a feature, and whether the website is in it. */
export function featureText(feature: string, owned: readonly string[]): string {
  return owned.includes(feature) ? `${featureName(feature)}: yours` : featureName(feature);
}

/** Currency of monthly values. */
export function currencyOf(website: Website): string {
  return website.settings.currency ?? 'USD';
}

/** Where a keyword is tracked. */
export function placeText({ place, country }: { place: string; country: string }): string {
  return place === '' ? country.toUpperCase() : place;
}

export const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
] as const;

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Time zone of the browser. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** When digests are sent, in one sentence. */
export function digestTimes({
  frequency,
  weekday,
  timeZone,
}: {
  frequency: string;
  weekday: number;
  timeZone: string;
}) {
  if (frequency === 'off') return 'No digest is sent.';
  const days = frequency === 'daily' ? 'Every day' : `Every ${WEEKDAYS[weekday] ?? 'week'}`;
  return `${days} at 7:00 (${timeZone}).`;
}
