import type { ConnectionStatus, DataProvider, ProviderCall } from '@/api/connections';
import type { Tone } from '@/components/ui/badge';
import { formatMicros, NO_VALUE } from '@/lib/format';

export const STATUS: Record<ConnectionStatus, { tone: Tone; word: string }> = {
  untested: { tone: 'neutral', word: 'Not tested' },
  connected: { tone: 'success', word: 'Connected' },
  expired: { tone: 'warning', word: 'Access expired' },
  revoked: { tone: 'danger', word: 'Access refused' },
  error: { tone: 'danger', word: 'Test failed' },
};

export const CALL_STATUS: Record<ProviderCall['status'], { tone: Tone; word: string }> = {
  reserved: { tone: 'info', word: 'In progress' },
  succeeded: { tone: 'success', word: 'Succeeded' },
  failed: { tone: 'danger', word: 'Failed' },
  lost: { tone: 'warning', word: 'Lost' },
};

/** Kinds of errors whose key does not say what happened. */
const CALL_ERRORS: Readonly<Record<string, string>> = {
  'bad-key': 'The key is wrong',
  'expired-token': 'The access has expired',
  forbidden: 'The account may not do this',
  'no-money': 'The account has no money left',
  quota: "The account's quota is used up",
  'rate-limited': 'Too many calls at once',
  'invalid-field': 'The provider refused a field',
  task: 'The task failed at the provider',
  unavailable: 'The provider is not available',
  rejected: 'The provider rejected the call',
  timeout: 'The provider took too long',
  network: 'The provider cannot be reached',
  'bad-address': 'The address is not allowed',
  'too-large': 'The response is too large',
  unreadable: 'The response cannot be read',
  incomplete: 'The response is incomplete',
  'no-price': 'The price is unknown',
  budget: 'The budget is used up',
};

/** Error of a call: a sentence, or the key of a kind such as "not-found". */
export function callError(error: string): string {
  if (error.includes(' ')) return error;
  const known = CALL_ERRORS[error];
  if (known !== undefined) return known;
  const words = error.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MICROS = 1_000_000;

/** An amount of dollars, with the decimals that calls cost. */
export function formatDollars(dollars: number | null | undefined): string {
  return dollars == null ? NO_VALUE : formatMicros(Math.round(dollars * MICROS));
}

/** Dollars of an input; empty for no limit. */
export function dollarsOf(micros: number | null): string {
  return micros === null ? '' : String(micros / MICROS);
}

/** Millionths of a dollar of an input; null for no limit. */
export function microsOf(dollars: string): number | null {
  return dollars.trim() === '' ? null : Math.round(Number(dollars) * MICROS);
}

/** Checks an input of dollars. */
export function isDollars(typed: string): true | string {
  const value = Number(typed);
  return (value >= 0 && value <= 1_000_000) || 'Enter an amount from 0 to 1,000,000, or leave it empty.';
}

interface Group {
  title: string;
  text: string;
  capabilities: readonly string[];
}

/** What providers bring, in the order of the gallery. */
const GROUPS: readonly Group[] = [
  { title: 'Your search data', text: 'How your own site is found.', capabilities: ['search_analytics'] },
  {
    title: 'Your visitors and your speed',
    text: 'What visitors do, and how fast pages are.',
    capabilities: ['site_analytics', 'page_speed', 'field_data'],
  },
  {
    title: 'Search results and keywords',
    text: 'Who ranks where, how often people search, and who links to whom.',
    capabilities: ['serp', 'local_results', 'volumes', 'difficulty', 'ranked_keywords', 'backlinks', 'suggestions'],
  },
  { title: 'AI assistants', text: 'What assistants answer, and whom they cite.', capabilities: ['answers', 'writing'] },
];

const OTHERS: Group = { title: 'Other data', text: 'Further sources of data.', capabilities: [] };

/** Groups providers by what they bring first. */
export function grouped(providers: readonly DataProvider[]): (Group & { providers: DataProvider[] })[] {
  const groupOf = ({ capabilities }: DataProvider) =>
    GROUPS.find((group) => group.capabilities.includes(capabilities[0]?.key ?? '')) ?? OTHERS;
  return [...GROUPS, OTHERS]
    .map((group) => ({ ...group, providers: providers.filter((provider) => groupOf(provider) === group) }))
    .filter((group) => group.providers.length > 0);
}
