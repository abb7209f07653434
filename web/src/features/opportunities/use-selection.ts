import { useRef, useState } from 'react';

/** Selected rows of a list, in the list's order. Shift extends from the row selected last. */
export function useSelection<Item extends { id: string }>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const set = (changed: readonly Item[], isChosen: boolean) =>
    setIds((now) => {
      const next = new Set(now);
      for (const { id } of changed) isChosen ? next.add(id) : next.delete(id);
      return next;
    });
  const span = (to: Item): readonly Item[] => {
    const [from, end] = [anchor.current, to.id].map((id) => items.findIndex((item) => item.id === id));
    if (from === undefined || end === undefined || from < 0 || end < 0) return [to];
    return items.slice(Math.min(from, end), Math.max(from, end) + 1);
  };
  return {
    chosen: items.filter(({ id }) => ids.has(id)),
    has: (item: Item) => ids.has(item.id),
    toggle: (item: Item, isExtended = false) => {
      set(isExtended ? span(item) : [item], !ids.has(item.id));
      anchor.current = item.id;
    },
    setAll: (isChosen: boolean) => set(items, isChosen),
    clear: () => setIds(new Set()),
  };
}
