import { formatPercent, NO_VALUE } from './format';

export type Bounds = { mid: number; low: number; high: number };

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

/** Share with its interval, such as 40% (18% to 67%). */
export function shareText(share: Bounds | null | undefined): string {
  if (!share) return NO_VALUE;
  return `${formatPercent(share.mid, 0)} (${formatPercent(share.low, 0)} to ${formatPercent(share.high, 0)})`;
}
