import { humanise } from './words';

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

/** Purposes to choose from. */
export const PURPOSE_OPTIONS = AI_PURPOSES.map((value) => ({ value, label: purposeName(value) }));
