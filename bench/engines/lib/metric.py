"""A metric of a measure, and its row in the table."""

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Callable

from lib.paired import LEVEL, compare


@dataclass(frozen=True)
class Metric:
    """How the cases' figures become one, which way is better, published figures and the aim."""

    name: str
    better: str  # "low", "high", or "near": as near as can be to `target`
    bar: float | None = None
    published: str | None = None
    target: float | None = None
    among: tuple[float, float] | None = None  # for "near": the range that counts as reached
    aggregate: Callable | None = None  # None: the mean, compared by a t-test or Wilcoxon
    resample: bool = False  # a mean that is compared by the bootstrap
    total: bool = False  # the sum in place of the mean
    digits: int = 3

    def value(self, figures):
        """One figure of all cases; those that are None do not count for this metric."""
        counted = [figure for figure in figures if figure is not None]
        if not counted:
            return None
        if self.aggregate:
            return self.aggregate(counted)
        return sum(counted) if self.total else fmean(counted)

    def loss(self, value):
        """Less is better."""
        return {"low": value, "high": -value, "near": abs(value - (self.target or 0))}[self.better]

    def reached(self, value):
        """Whether the bar is reached; None without a bar."""
        if self.among:
            return self.among[0] <= round(value, 3) <= self.among[1]
        return None if self.bar is None else self.loss(value) <= self.loss(self.bar)

    def bar_text(self):
        """As the table shows it."""
        if self.among:
            return f"{self.among[0]}–{self.among[1]}"
        sign = {"low": "≤ ", "high": "≥ ", "near": ""}[self.better]
        return None if self.bar is None else f"{sign}{self.bar:g}"


def row(measure, metric, ours, peers):
    """`ours` and each of `peers` (name to figures): figures by case id. Peers may have answered fewer cases."""
    value = metric.value(list(ours.values()))
    return {
        **measure,
        "metric": metric.name,
        "digits": metric.digits,
        "ours": value,
        "reached": None if value is None else metric.reached(value),
        "bar": metric.bar_text(),
        "published": metric.published,
        "references": [compared(metric, name, ours, figures) for name, figures in peers.items()],
    }


def compared(metric, name, ours, theirs):
    """One reference on the cases that it answered, and ours on the same."""
    shared = [case for case in theirs if theirs[case] is not None and ours.get(case) is not None]
    mine, others = [ours[case] for case in shared], [theirs[case] for case in shared]
    found = {"name": name, "cases": len(shared), "value": metric.value(others), "ours": metric.value(mine)}
    if len(shared) < 2:
        return found
    aggregate = metric.value if metric.aggregate or metric.resample or metric.better == "near" else None
    difference = compare(mine, others, aggregate, metric.loss)
    return found | asdict(difference) | {"verdict": verdict(metric, found, difference.p)}


def verdict(metric, found, p):
    """In a word."""
    if p >= LEVEL:
        return "no difference"
    return "better" if metric.loss(found["ours"]) < metric.loss(found["value"]) else "worse"
