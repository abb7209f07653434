/** How well a text matches a query, best first. */
export const MATCHES = ['whole', 'start', 'words', 'part', 'none'] as const;
export type Match = (typeof MATCHES)[number];

/**
 * How the words of `query` occur in `text`: as the whole text, at its start, as starts of its words, somewhere in it as
 * they are, or not at all.
 */
export function wordMatch(query: string, text: string): Match {
  const wanted = query.trim().toLowerCase();
  const found = text.toLowerCase();
  if (found === wanted) return 'whole';
  if (found.startsWith(wanted)) return 'start';
  const words = wordsOf(found);
  if (wordsOf(wanted).every((start) => words.some((word) => word.startsWith(start)))) return 'words';
  return found.includes(wanted) ? 'part' : 'none';
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Position of a match, 0 for the best. */
export function matchRank(match: Match): number {
  return MATCHES.indexOf(match);
}
