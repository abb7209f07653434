import type { CampaignDecision, DryRunDay } from '@/api/campaigns';
import { formatDate, plural } from '@/lib/format';
import { DECISION_WORDS, decisionState, dollars } from './campaign-words';

/** Listed decisions of each kind. */
export function countsOf({ decisions }: Pick<DryRunDay, 'decisions'>): Partial<Record<CampaignDecision, number>> {
  const counts: Partial<Record<CampaignDecision, number>> = {};
  for (const { decision } of decisions) counts[decision] = (counts[decision] ?? 0) + 1;
  return counts;
}

/** Sites that a day starts: only the first market of a site has its cost. */
export function startedOf({ decisions }: Pick<DryRunDay, 'decisions'>): number {
  return decisions.filter(({ decision, costCents }) => decision === 'deployed' && costCents > 0).length;
}

/** "Nov 3, 2026: 2 markets get a site, 3 waiting, $80 spent". */
export function dayText(day: DryRunDay): string {
  const counts = countsOf(day);
  const parts = DECISION_WORDS.flatMap((word) => {
    const count = counts[word] ?? 0;
    if (count === 0) return [];
    return word === 'deployed'
      ? [plural(count, 'market gets a site', 'markets get a site')]
      : [`${count} ${decisionState(word).label.toLowerCase()}`];
  });
  const more = day.more > 0 ? [`${day.more} more without a site`] : [];
  return `${formatDate(day.day)}: ${[...parts, ...more, `${dollars(day.spentCents)} spent`].join(', ')}`;
}
