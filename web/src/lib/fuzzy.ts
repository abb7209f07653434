/**
 * How well `query` fits `text`: its letters must occur in order. Higher is better; null when it does not fit. Letters
 * at the start of words and runs of letters count more, long texts a little less.
 */
export function fuzzyScore(query: string, text: string): number | null {
  const wanted = query.toLowerCase().replaceAll(/\s+/g, '');
  const letters = text.toLowerCase();
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = bestNext(letters, letter, at);
    if (next === -1) return null;
    score += next === at + 1 ? 3 : 1;
    if (isWordStart(letters, next)) score += 2;
    at = next;
  }
  return score - letters.length / 100;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s/._-]/.test(text.charAt(at - 1));
}

/** The next letter right here, else the next one that starts a word, else any. */
function bestNext(text: string, letter: string, after: number): number {
  const first = text.indexOf(letter, after + 1);
  if (first === -1 || first === after + 1 || isWordStart(text, first)) return first;
  for (let at = first; at !== -1; at = text.indexOf(letter, at + 1)) if (isWordStart(text, at)) return at;
  return first;
}

/** Returns matching items, the best first; all in their order for an empty query. */
export function fuzzyFind<Item>(items: readonly Item[], query: string, text: (item: Item) => string): Item[] {
  if (query.trim() === '') return [...items];
  return items
    .map((item) => ({ item, score: fuzzyScore(query, text(item)) ?? looseScore(query, text(item)) }))
    .filter((each): each is { item: Item; score: number } => each.score !== null)
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item);
}

/** A leap to a word start may skip letters that a later one needs: then any letters in order will do. */
function looseScore(query: string, text: string): number | null {
  const letters = text.toLowerCase();
  let at = -1;
  for (const letter of query.toLowerCase().replaceAll(/\s+/g, '')) {
    at = letters.indexOf(letter, at + 1);
    if (at === -1) return null;
  }
  return -letters.length / 100;
}
