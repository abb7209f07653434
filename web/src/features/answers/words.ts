import type { AnswerReport } from '@/api/answers';

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
