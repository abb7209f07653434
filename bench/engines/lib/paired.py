"""Whether ours and the reference differ by more than noise, case by case."""

from dataclasses import dataclass
from itertools import groupby
from math import log, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev

LEVEL = 0.05
MANY = 30
ROUNDS = 1000


@dataclass
class Difference:
    """A two-sided p and the name of the test."""

    p: float
    test: str


def compare(ours, theirs, aggregate=None, loss=None):
    """Of paired figures. Means by a paired t-test, fewer than 30 cases by Wilcoxon; other aggregates by the bootstrap."""
    if aggregate:
        return Difference(bootstrap(ours, theirs, lambda cases: loss(aggregate(cases))), "bootstrap")
    if len(ours) >= MANY:
        return Difference(paired_t(ours, theirs), "paired t")
    return Difference(wilcoxon(ours, theirs), "Wilcoxon")


def paired_t(ours, theirs):
    """Student 1908; the tail by the approximation of Wallace 1959, within .001 from ten degrees of freedom."""
    gaps = [a - b for a, b in zip(ours, theirs)]
    spread, free = stdev(gaps), len(gaps) - 1
    if spread == 0:
        return 1.0 if gaps[0] == 0 else 0.0
    t = fmean(gaps) / (spread / sqrt(len(gaps)))
    return two_sided((8 * free + 1) / (8 * free + 3) * sqrt(free * log(1 + t * t / free)))


def two_sided(z):
    """Both tails of the normal distribution beyond z."""
    return 2 * (1 - NormalDist().cdf(abs(z)))


def wilcoxon(ours, theirs):
    """Wilcoxon 1945, exact: the share of all choices of signs that are as far from even. Equal pairs are left out."""
    gaps = [gap for a, b in zip(ours, theirs) if (gap := a - b) != 0]
    ranks = doubled_ranks(gaps)
    ways = {0: 1}
    for rank in ranks:
        ways = {total: ways.get(total, 0) + ways.get(total - rank, 0) for total in {*ways, *(way + rank for way in ways)}}
    middle = sum(ranks) / 2
    far = abs(sum(rank for rank, gap in zip(ranks, gaps) if gap > 0) - middle)
    return sum(count for total, count in ways.items() if abs(total - middle) >= far) / 2 ** len(gaps)


def doubled_ranks(gaps):
    """Twice the rank of each size, so that the mean rank of equal sizes is whole."""
    of_size, before = {}, 0
    for size, equal in groupby(sorted(map(abs, gaps))):
        count = len(list(equal))
        of_size[size] = 2 * before + count + 1
        before += count
    return [of_size[abs(gap)] for gap in gaps]


def bootstrap(ours, theirs, loss):
    """Efron, Tibshirani 1993: cases drawn with replacement; twice the share of draws on the rarer side of no difference."""
    draw, below, above = Random(1), 0, 0
    for _ in range(ROUNDS):
        chosen = draw.choices(range(len(ours)), k=len(ours))
        gap = loss([ours[i] for i in chosen]) - loss([theirs[i] for i in chosen])
        below, above = below + (gap <= 0), above + (gap >= 0)
    return min(1.0, 2 * min(below, above) / ROUNDS)
