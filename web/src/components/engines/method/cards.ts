/** The method cards of the engines from the documentation; each is loaded when it is opened. */
const FILES = import.meta.glob<string>('../../../../../docs/engines/*.md', { query: '?raw', import: 'default' });

function stemOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.md$/, '');
}

/** Paths of an engine's cards: its own first, then those of its parts, such as `causal-discover`. */
export function cardPaths(engineId: string, paths: readonly string[] = Object.keys(FILES)): string[] {
  const own = paths.filter((path) => stemOf(path) === engineId);
  return [...own, ...paths.filter((path) => stemOf(path).startsWith(`${engineId}-`)).sort()];
}

/** Text of an engine's cards; empty without any. */
export async function cardText(engineId: string): Promise<string> {
  const texts = await Promise.all(cardPaths(engineId).map((path) => FILES[path]?.()));
  return texts.filter(Boolean).join('\n\n');
}
