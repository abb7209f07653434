"""Rank correlation of Spearman 1904, ties by their mean rank."""

from statistics import fmean


def spearman(pairs):
    """Of (truth, answer) pairs; 0 where one of them does not vary."""
    return pearson(ranks([a for a, _ in pairs]), ranks([b for _, b in pairs]))


def ranks(values):
    """From 0; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found, start = [0.0] * len(values), 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for at in order[start:end]:
            found[at] = (start + end - 1) / 2
        start = end
    return found


def pearson(a, b):
    """Correlation of two lists."""
    mean_a, mean_b = fmean(a), fmean(b)
    a, b = [x - mean_a for x in a], [x - mean_b for x in b]
    spread = (sum(x * x for x in a) * sum(x * x for x in b)) ** 0.5
    return sum(x * y for x, y in zip(a, b)) / spread if spread else 0.0
