"""The best choice under limits."""

from lib.metric import Metric
from lib.stage import Stage, rows
from scores.knapsack import gap


def portfolio(bench):
    """Multi-dimensional knapsacks of the OR-Library (Chu, Beasley 1998), with proved optima."""
    cases = {case["id"]: case for case in bench.cases.json("strategic/mknap.json")}
    best = {case["id"]: case["best"] for case in bench.cases.json("strategic/mknap.truth.json")}
    metric = Metric("gap to the optimum, %", "low", 0.0)
    score = lambda answers: {metric.name: {name: gap(cases[name], best[name], answer.get("x")) for name, answer in answers.items()}}
    references = {"HiGHS, 1 s": "portfolio highs"}
    return rows(bench, Stage("strategic", "portfolio", "multi-knapsacks", [metric], list(cases.values()), score, references, 5))
