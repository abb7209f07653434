import type { AnswerReport } from '@/api/answers';
import { NO_VALUE } from '@/lib/format';

type Kind = AnswerReport['cited']['kinds'][number]['kind'];

export const HOST_KINDS: Record<Kind, string> = {
  own: 'Your website',
  rival: 'Rivals',
  community: 'Forums and questions',
  encyclopedia: 'Encyclopedias',
  video: 'Videos',
  social: 'Social networks',
  directory: 'Reviews and directories',
  public: 'Authorities and universities',
  other: 'Other websites',
};

export const FINISHES: Record<string, string> = {
  complete: 'Complete',
  cut_off: 'Cut off, not counted',
  withheld: 'Withheld, not counted',
  absent: 'No AI answer shown',
};

/** Name of a topic, which may be empty. */
export function topicName(topic: string): string {
  return topic === '' ? 'No topic' : topic;
}

/** Millionths of a dollar as dollars; amounts below a cent keep their digits. */
export function dollars(micros: number | null | undefined): string {
  if (micros == null) return NO_VALUE;
  const amount = micros / 1_000_000;
  return `$${amount.toFixed(amount !== 0 && amount < 0.01 ? 5 : 2)}`;
}
