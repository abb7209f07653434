"""A decomposition compared with a certified one (R's `stl`): the largest difference of any component, in standard deviations; and a season compared with a planted one."""

from math import inf, sqrt
from statistics import fmean, pstdev


def difference(y, certified, answer):
    """`certified` and `answer`: the components by name; a component that is absent is infinitely far."""
    widest = 0.0
    for name, values in certified.items():
        got = answer.get(name)
        if got is None or len(got) != len(values):
            return inf
        widest = max(widest, *(abs(a - b) for a, b in zip(values, got)))
    return widest / pstdev(y)


def season_error(planted, found):
    """Root of the mean squared distance from the season that was planted in noise of deviation 1."""
    return sqrt(fmean((a - b) ** 2 for a, b in zip(planted, found, strict=True)))
