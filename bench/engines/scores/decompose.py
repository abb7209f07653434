"""A decomposition beside a certified one (R's `stl`): the largest difference of any component, in standard deviations."""

from math import inf
from statistics import pstdev


def difference(y, certified, answer):
    """`certified` and `answer`: the components by name; a component that is absent is infinitely far."""
    widest = 0.0
    for name, values in certified.items():
        got = answer.get(name)
        if got is None or len(got) != len(values):
            return inf
        widest = max(widest, *(abs(a - b) for a, b in zip(values, got)))
    return widest / pstdev(y)
