"""Clustering accuracy: the share that is right when clusters are matched one to one with classes at their best.

The matching is the Hungarian method (Kuhn 1955) in the form of Jonker, Volgenant 1987: shortest augmenting paths.
"""

from collections import Counter
from math import inf


def right(labels, clusters):
    """For each item, 1 where its cluster is matched with its class, else 0; their mean is the accuracy."""
    rows, columns = sorted(set(labels)), sorted(set(clusters))
    together = Counter(zip(labels, clusters))
    size = max(len(rows), len(columns))
    cell = lambda r, c: -together[rows[r], columns[c]] if r < len(rows) and c < len(columns) else 0
    of_row = assign([[cell(r, c) for c in range(size)] for r in range(size)])
    matched = {(rows[r], columns[c]) for r, c in enumerate(of_row) if r < len(rows) and c < len(columns)}
    return [float(pair in matched) for pair in zip(labels, clusters)]


def assign(cost):
    """The column of each row such that the sum of a square matrix is least."""
    size = len(cost)
    row_price, column_price, row_of = [0.0] * size, [0.0] * (size + 1), [-1] * (size + 1)
    for row in range(size):
        came_from = augment(cost, row, row_price, column_price, row_of)
        column = came_from.pop()
        while column != size:
            row_of[column], column = row_of[came_from[column]], came_from[column]
    found = [0] * size
    for column in range(size):
        found[row_of[column]] = column
    return found


def augment(cost, row, row_price, column_price, row_of):
    """The shortest path from a row to a free column: where each column was reached from, and that column last."""
    size = len(cost)
    row_of[size] = row
    slack, came_from, seen = [inf] * size, [size] * size, set()
    at = size
    while row_of[at] != -1:
        seen.add(at)
        here = row_of[at]
        for column in range(size):
            reduced = cost[here][column] - row_price[here] - column_price[column]
            if column not in seen and reduced < slack[column]:
                slack[column], came_from[column] = reduced, at
        nearest = min((c for c in range(size) if c not in seen), key=slack.__getitem__)
        step = slack[nearest]
        for column in seen:
            row_price[row_of[column]] += step
            column_price[column] -= step
        slack = [value - step for value in slack]
        at = nearest
    return [*came_from, at]
