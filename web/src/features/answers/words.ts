import type { AnswerReport } from '@/api/answers';
import { formatPercent, NO_VALUE } from '@/lib/format';

export type Bounds = { mid: number; low: number; high: number };
type Kind = AnswerReport['cited']['kinds'][number]['kind'];

const PROVIDERS: Record<string, string> = {
  open_ai: 'OpenAI API',
  anthropic: 'Anthropic API',
  gemini: 'Gemini API',
  perplexity: 'Perplexity API',
  google: 'Google',
  removed: 'Removed connection',
};

const SURFACES: Record<string, string> = {
  api: 'without web search',
  api_web_search: 'with web search',
  google_ai_overview: 'AI overview',
  google_ai_mode: 'AI mode',
};

/** Name of an engine from its key: provider, model and surface. A model's name may contain colons. */
export function engineName(key: string): string {
  const parts = key.split(':');
  const provider = parts[0] ?? key;
  const surface = parts.at(-1) ?? '';
  const model = parts.slice(1, -1).join(':');
  return [model, PROVIDERS[provider] ?? provider, SURFACES[surface] ?? surface]
    .filter((part) => part !== '')
    .join(', ');
}

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
  absent: 'No AI overview shown',
};

/** Name of a topic, which may be empty. */
export function topicName(topic: string): string {
  return topic === '' ? 'No topic' : topic;
}

/** Share with its interval, such as 40% (18% to 67%). */
export function shareText(share: Bounds | null | undefined): string {
  if (!share) return NO_VALUE;
  return `${formatPercent(share.mid, 0)} (${formatPercent(share.low, 0)} to ${formatPercent(share.high, 0)})`;
}

/** Millionths of a dollar as dollars; amounts below a cent keep their digits. */
export function dollars(micros: number | null | undefined): string {
  if (micros == null) return NO_VALUE;
  const amount = micros / 1_000_000;
  return `$${amount.toFixed(amount !== 0 && amount < 0.01 ? 5 : 2)}`;
}
