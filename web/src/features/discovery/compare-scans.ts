import { keyOf, type ScanMarket } from './discovery-state';

/** A market whose place in the list changed. Ranks count from 1; null if it is not in the list. */
export interface Move {
  market: ScanMarket;
  before: number | null;
  after: number | null;
}

export interface ScanChanges {
  up: Move[];
  down: Move[];
  added: Move[];
  removed: Move[];
}

/** Compares the first `most` markets of two scans by their rank. */
export function compareScans(before: readonly ScanMarket[], after: readonly ScanMarket[], most = 100): ScanChanges {
  const rank = (markets: readonly ScanMarket[]) => new Map(markets.map((market, at) => [keyOf(market), at + 1]));
  const [ranksBefore, ranksAfter] = [rank(before), rank(after)];
  const changes: ScanChanges = { up: [], down: [], added: [], removed: [] };
  for (const [at, market] of after.slice(0, most).entries()) {
    const move = { market, before: ranksBefore.get(keyOf(market)) ?? null, after: at + 1 };
    if (move.before === null) changes.added.push(move);
    else if (move.before > move.after) changes.up.push(move);
    else if (move.before < move.after) changes.down.push(move);
  }
  for (const [at, market] of before.slice(0, most).entries()) {
    if (!ranksAfter.has(keyOf(market))) changes.removed.push({ market, before: at + 1, after: null });
  }
  const distance = ({ before: from, after: to }: Move) => Math.abs((from ?? 0) - (to ?? 0));
  changes.up.sort((one, other) => distance(other) - distance(one));
  changes.down.sort((one, other) => distance(other) - distance(one));
  return changes;
}
