import { useState } from 'react';

/**
 * Keeps a list unchanged while new entries arrive: `shown` are the entries of the first render or the last acceptance,
 * `arrived` the later ones. `scope` identifies the list; another list starts again.
 */
export function useArrivals<Item extends { id: string }>(items: readonly Item[] | undefined, scope: string) {
  const [seen, setSeen] = useState<{ scope: string; ids: ReadonlySet<string> } | null>(null);
  const ids = () => new Set((items ?? []).map((item) => item.id));
  const known = seen?.scope === scope ? seen.ids : null;
  const nothingShown = known !== null && items !== undefined && !items.some((item) => known.has(item.id));
  const isFirst = items !== undefined && (known === null || (nothingShown && items.length > 0));
  if (isFirst) setSeen({ scope, ids: ids() });
  const isShown = (item: Item) => isFirst || known === null || known.has(item.id);
  return {
    shown: (items ?? []).filter(isShown),
    arrived: (items ?? []).filter((item) => !isShown(item)).length,
    accept: () => setSeen({ scope, ids: ids() }),
  };
}
