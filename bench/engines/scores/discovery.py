"""Causal graphs. A true DAG is turned into its CPDAG: the class of graphs that data alone can tell from others.

Structural Hamming distance on CPDAGs: Tsamardinos, Brown, Aliferis 2006 (Machine Learning 65): pairs of variables whose mark
(none, ->, <-, --) differs. Orientation: v-structures, then the rules 1 to 3 of Meek 1995.
"""

from itertools import combinations, permutations


def cpdag(nodes, edges):
    """The compelled edges as ordered pairs, and the reversible ones as sets of two."""
    adjacent = {frozenset(edge) for edge in edges}
    directed = v_structures(nodes, edges, adjacent)
    undirected = {edge for edge in adjacent if not any(way in directed for way in permutations(edge))}
    while found := next((way for edge in undirected for way in permutations(edge) if meek(way, nodes, adjacent, directed)), None):
        directed.add(found)
        undirected.discard(frozenset(found))
    return directed, undirected


def v_structures(nodes, edges, adjacent):
    """Edges into a node from two that are not adjacent."""
    parents = {node: [a for a, b in edges if b == node] for node in nodes}
    return {
        (parent, node)
        for node in nodes
        for a, c in combinations(parents[node], 2)
        if frozenset((a, c)) not in adjacent
        for parent in (a, c)
    }


def meek(way, nodes, adjacent, directed):
    """Whether one of Meek's rules 1 to 3 compels a -> b."""
    a, b = way
    joined = lambda x, y: frozenset((x, y)) in adjacent
    free = lambda x, y: joined(x, y) and (x, y) not in directed and (y, x) not in directed
    into_b = [c for c in nodes if (c, b) in directed]
    first = any((c, a) in directed and not joined(c, b) for c in nodes if c != b)
    second = any((a, c) in directed for c in into_b)
    third = any(free(a, c) and free(a, d) and not joined(c, d) for c, d in combinations(into_b, 2))
    return first or second or third


def shd(truth, answer):
    """Both as (directed, undirected) of `cpdag`."""
    pairs = skeleton(truth) | skeleton(answer)
    return sum(mark(pair, truth) != mark(pair, answer) for pair in pairs)


def mark(pair, graph):
    """How two variables are joined: `--`, the ordered pair, or None."""
    directed, undirected = graph
    if pair in undirected:
        return "--"
    return next((way for way in permutations(pair) if way in directed), None)


def skeleton(graph):
    """The joined pairs, whatever their direction."""
    directed, undirected = graph
    return {frozenset(edge) for edge in directed} | undirected


def skeleton_f1(truth, answer):
    """F1 of the joined pairs."""
    true, got = skeleton(truth), skeleton(answer)
    return 2 * len(true & got) / (len(true) + len(got)) if true or got else 1.0
