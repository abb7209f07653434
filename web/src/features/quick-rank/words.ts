import type { KeywordPlace, ScoreBar } from '@/api/page-audits';
import { humanise } from '@/lib/words';

/** Steps of an audit in their order, by the stage of its run. */
export const STEPS = [
  { stage: 'robots', label: 'Read robots.txt' },
  { stage: 'fetching', label: 'Fetch the page' },
  { stage: 'checking', label: 'Check issues and Lighthouse audits' },
  { stage: 'keyword', label: 'Look up position, volume and results' },
  { stage: 'competitors', label: 'Compare with top-ranking pages' },
  { stage: 'ranking', label: 'Rank the fixes' },
] as const;

/** Number of finished steps at a stage; an unknown stage of a later version counts as the last one. */
export function stepsDone(stage: string): number {
  if (stage === '') return 0;
  const at = STEPS.findIndex((step) => step.stage === stage);
  return at === -1 ? STEPS.length - 1 : at;
}

const SCORES: Record<ScoreBar['kind'], string> = {
  lighthouse: 'Lighthouse SEO',
  placement: 'Keyword placement',
  coverage: 'Coverage of terms',
  readability: 'Readability',
};

export function scoreName(kind: string): string {
  return (SCORES as Partial<Record<string, string>>)[kind] ?? humanise(kind);
}

const PLACES: Record<KeywordPlace['place'], string> = {
  title: 'Title',
  heading: 'First heading',
  opening: 'First 100 words',
  text: 'Main text',
  subheading: 'Other headings',
  description: 'Meta description',
  address: 'Address',
};

export function placeName(place: string): string {
  return (PLACES as Partial<Record<string, string>>)[place] ?? humanise(place);
}

/** High from 60, medium from 25: the limits of the badges. */
export function impactWord(impact: number): { label: string; tone: 'danger' | 'warning' | 'neutral' } {
  if (impact >= 60) return { label: 'High impact', tone: 'danger' };
  if (impact >= 25) return { label: 'Medium impact', tone: 'warning' };
  return { label: 'Low impact', tone: 'neutral' };
}

export type Order = 'priority' | 'impact' | 'effort' | 'clicks';

export const ORDERS: readonly { value: Order; label: string }[] = [
  { value: 'priority', label: 'Best first' },
  { value: 'impact', label: 'Impact' },
  { value: 'effort', label: 'Effort' },
  { value: 'clicks', label: 'Clicks' },
];

/** Returns the order of the address; another one counts as the default. */
export function orderOf(text: string): Order {
  return ORDERS.find(({ value }) => value === text)?.value ?? 'priority';
}
