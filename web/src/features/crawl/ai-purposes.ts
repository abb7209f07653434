import type { CrawlAiFilter } from '@/api/crawls';
import { oneOf } from '@/lib/one-of';
import { humanise } from '@/lib/words';

/** What AI crawlers do with pages. */
export const AI_PURPOSES = ['training', 'searchIndex', 'userRequest'] as const;

const NAMES: Record<string, string> = {
  training: 'Training of models',
  searchIndex: 'Search index of answers',
  userRequest: "A user's request",
};

export function purposeName(purpose: string): string {
  return NAMES[purpose] ?? humanise(purpose);
}

/** The state of the URL as the server filters. Unknown values are left out. */
export function toAiFilter({ aiPurpose, aiAgent }: { aiPurpose: string; aiAgent: string }): CrawlAiFilter {
  const purpose = oneOf(AI_PURPOSES, aiPurpose);
  return {
    ...(purpose === undefined ? {} : { purpose }),
    ...(aiAgent === '' ? {} : { agent: aiAgent }),
  };
}
