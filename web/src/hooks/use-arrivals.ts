import { useState } from 'react';

/**
 * Keeps a list still while new entries come in: `shown` are those that were there when the list was first seen or
 * last accepted, `arrived` those that came since. `scope` names the list; another list starts afresh.
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
