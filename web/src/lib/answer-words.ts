import { formatPercent, NO_VALUE } from './format';

export type Bounds = { mid: number; low: number; high: number };

const PROVIDERS: Record<string, string> = {
  open_ai: 'OpenAI API',
  anthropic: 'Anthropic API',
  gemini: 'Gemini API',
  perplexity: 'Perplexity API',
  google: 'Google',
  data_for_seo: 'through DataForSEO',
  serp_api: 'through SerpApi',
  removed: 'Removed connection',
};

const SURFACES: Record<string, string> = {
  api: 'without web search',
  api_web_search: 'with web search',
  google_ai_overview: 'AI overview',
};

/** Name of an engine from its key: provider, model and surface. A model's name may contain colons. AI mode has no model. */
export function engineName(key: string): string {
  const parts = key.split(':');
  const provider = parts[0] ?? key;
  const surface = parts.at(-1) ?? '';
  const model = parts.slice(1, -1).join(':');
  if (surface === 'google_ai_mode') return `Google AI mode ${PROVIDERS[provider] ?? provider}`;
  return [model, PROVIDERS[provider] ?? provider, SURFACES[surface] ?? surface]
    .filter((part) => part !== '')
    .join(', ');
}

/** Share with its interval, such as 40% (18% to 67%). */
export function shareText(share: Bounds | null | undefined): string {
  if (!share) return NO_VALUE;
  return `${formatPercent(share.mid, 0)} (${formatPercent(share.low, 0)} to ${formatPercent(share.high, 0)})`;
}
