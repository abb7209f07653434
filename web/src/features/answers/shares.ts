import type { AnswerReport } from '@/api/answers';
import { formatPercent } from '@/lib/format';

type Topic = AnswerReport['topics'][number];

/**
 * The answer of the report: in what share of the answers the website is cited. Engines and topics are not pooled, because
 * their answers differ, so several of them give a range. Null without a share.
 */
export function citedText(topics: readonly Topic[]): string | null {
  const own = topics.flatMap(({ brands }) => brands.filter(({ brand }) => brand.isOwn));
  const range = rangeText(own.map(({ citations }) => citations?.mid));
  if (range === null) return null;
  const by = topics.length > 1 ? ', by topic and engine' : '';
  return `Cited in ${range} of the answers${by}`;
}

/** The least and the highest share, or the only one; null without one. */
export function rangeText(shares: readonly (number | null | undefined)[]): string | null {
  const known = shares.filter((share): share is number => typeof share === 'number');
  if (known.length === 0) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)].map((share) => formatPercent(share, 0));
  return low === high ? `${low}` : `${low} to ${high}`;
}
