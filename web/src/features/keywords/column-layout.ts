import { useState } from 'react';
import { HIDDEN_AT_FIRST, MOVABLE } from './columns';

const KEY = 'motherlode.keyword-columns';
const LEAST_PX = 56;
const MOST_PX = 640;

/** The user's layout of the keyword table, stored in this browser and not part of links. */
export interface ColumnLayout {
  /** Ids of hidden columns, unless the URL overrides them. */
  hidden: string[];
  /** Ids of all columns after the query, in order. */
  order: string[];
  /** Widths of resized columns, in pixels. */
  widths: Record<string, number>;
}

export const FIRST_LAYOUT: ColumnLayout = { hidden: HIDDEN_AT_FIRST, order: MOVABLE, widths: {} };

/** Returns the layout of the keyword table and its setter, which stores it. */
export function useColumnLayout(): [ColumnLayout, (change: Partial<ColumnLayout>) => void] {
  const [layout, setLayout] = useState(read);
  const change = (part: Partial<ColumnLayout>) => {
    const next = { ...layout, ...part };
    setLayout(next);
    keep(next);
  };
  return [layout, change];
}

/** Returns the order with one column moved left (-1) or right (1). */
export function moved(order: readonly string[], id: string, by: -1 | 1): string[] {
  const at = order.indexOf(id);
  const next = order.filter((each) => each !== id);
  next.splice(Math.max(0, at + by), 0, id);
  return next;
}

export const widthWithin = (px: number): number => Math.round(Math.min(MOST_PX, Math.max(LEAST_PX, px)));

function read(): ColumnLayout {
  try {
    return fromStored(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return FIRST_LAYOUT;
  }
}

/** Restores a stored layout, ignoring columns unknown to this version. */
function fromStored(stored: unknown): ColumnLayout {
  const { hidden, order, widths } = Object(stored);
  const known = (ids: unknown): string[] =>
    Array.isArray(ids) ? [...new Set(ids)].filter((id) => MOVABLE.includes(id)) : [];
  const first = known(order);
  const sizes = Object.entries(Object(widths)).filter(([id, px]) => MOVABLE.includes(id) && Number.isFinite(px));
  return {
    hidden: Array.isArray(hidden) ? known(hidden) : FIRST_LAYOUT.hidden,
    order: [...first, ...MOVABLE.filter((id) => !first.includes(id))],
    widths: Object.fromEntries(sizes.map(([id, px]) => [id, widthWithin(Number(px))])),
  };
}

function keep(layout: ColumnLayout): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(layout));
  } catch {
    // Without storage the default layout is shown the next time.
  }
}
