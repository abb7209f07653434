/** A line of a comparison. */
export interface DiffLine {
  change: 'same' | 'added' | 'removed';
  text: string;
}

/** Most lines that are compared one by one; more are shown as removed and added. */
const MOST = 400;

/** Compares lines by their longest common subsequence. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length > MOST || after.length > MOST) {
    return [
      ...before.map((text) => ({ change: 'removed' as const, text })),
      ...after.map((text) => ({ change: 'added' as const, text })),
    ];
  }
  const common = lengths(before, after);
  const lines: DiffLine[] = [];
  let [a, b] = [0, 0];
  while (a < before.length || b < after.length) {
    const [old, fresh] = [before[a], after[b]];
    if (old !== undefined && old === fresh) {
      lines.push({ change: 'same', text: old });
      a += 1;
      b += 1;
    } else if (old !== undefined && (fresh === undefined || at(common, a + 1, b) >= at(common, a, b + 1))) {
      lines.push({ change: 'removed', text: old });
      a += 1;
    } else {
      lines.push({ change: 'added', text: fresh ?? '' });
      b += 1;
    }
  }
  return lines;
}

function at(table: readonly (readonly number[])[], row: number, column: number): number {
  return table[row]?.[column] ?? 0;
}

/** Length of the longest common subsequence of the rests of both lists. */
function lengths(before: readonly string[], after: readonly string[]): number[][] {
  const table: number[][] = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let a = before.length - 1; a >= 0; a -= 1) {
    for (let b = after.length - 1; b >= 0; b -= 1) {
      const row = table[a];
      if (!row) continue;
      row[b] =
        before[a] === after[b] ? at(table, a + 1, b + 1) + 1 : Math.max(at(table, a + 1, b), at(table, a, b + 1));
    }
  }
  return table;
}
