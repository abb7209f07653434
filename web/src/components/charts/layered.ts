export interface Node {
  name: string;
  /** Length of the longest path from a variable without causes. */
  layer: number;
  row: number;
}

type Pairs = readonly (readonly [string, string])[];

/**
 * Places the variables of a causal graph in layers. Arrows lead to a later layer; cycles, which do not occur, would
 * only stop the counting. Within a layer, nodes are ordered by the position of their neighbours.
 */
export function layered(directed: Pairs, undirected: Pairs): Node[] {
  const names = [...new Set([...directed, ...undirected].flat())];
  const layers = new Map(names.map((name) => [name, 0]));
  for (let round = 0; round < names.length; round += 1) {
    for (const [from, to] of directed) {
      const least = (layers.get(from) ?? 0) + 1;
      if ((layers.get(to) ?? 0) < least && least < names.length) layers.set(to, least);
    }
  }
  const nodes: Node[] = [];
  const last = Math.max(0, ...layers.values());
  for (let layer = 0; layer <= last; layer += 1) {
    const inside = names.filter((name) => layers.get(name) === layer);
    const height = (name: string) => mean(neighbours(name, directed, undirected, nodes));
    inside.sort((a, b) => height(a) - height(b) || a.localeCompare(b));
    nodes.push(...inside.map((name, row) => ({ name, layer, row })));
  }
  return nodes;
}

/** Rows of the neighbours that are already placed. */
function neighbours(name: string, directed: Pairs, undirected: Pairs, nodes: readonly Node[]): number[] {
  const others = [...directed, ...undirected].flatMap(([a, b]) => (a === name ? [b] : b === name ? [a] : []));
  return nodes.filter((node) => others.includes(node.name)).map(({ row }) => row);
}

function mean(rows: readonly number[]): number {
  return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
}
