"""Change points and seasons."""

from math import pi, sin
from random import Random

from lib.metric import Metric
from lib.stage import Stage, by_metric, rows
from scores import change_points as marks
from scores.decompose import difference, season_error

PARTS = ("trend", "seasonal", "seasonal_24", "seasonal_168")


def change_points(bench):
    """The Turing Change Point Data set: real series, each marked by five people. One set of defaults for all."""
    truth = bench.cases.by_id("pattern/tcpd.truth.jsonl")
    questions = [{"id": case["id"], "series": case["series"]} for case in bench.cases.lines("pattern/tcpd.series.jsonl")]

    def figures(case, answer):
        people = list(truth[case]["annotations"].values())
        return {"F1, margin 5": marks.f1(people, answer["cps"]), "cover": marks.cover(people, answer["cps"], truth[case]["n_obs"])}

    metrics = [
        Metric("F1, margin 5", "high", 0.80, ".738 (BINSEG, 30 series)", resample=True),
        Metric("cover", "high", 0.76, ".693 (BINSEG, 30 series)", resample=True),
    ]
    score = lambda answers: by_metric({case: figures(case, answer) for case, answer in answers.items()})
    methods = {"ruptures, binary segmentation": "binary", "ruptures, PELT with a kernel": "kernel", "none found": "none"}
    references = {name: f"change_points {method}" for name, method in methods.items()}
    return rows(bench, Stage("pattern", "change-points", "Turing change points", metrics, questions, score, references, 1))


def decompose(bench):
    """STL compared with R's answers, plain and robust, and MSTL with the answers of statsmodels."""
    cases = bench.cases.lines("pattern/stl.cases.jsonl")
    stl = [case for case in cases if "period" in case and not case["params"]["robust"]]
    robust = [case for case in cases if "period" in case and case["params"]["robust"]]
    several = [case for case in cases if "periods" in case]
    statsmodels = {"statsmodels": "decompose stl"}
    plain = compared(bench, "STL, R as truth", stl, 1e-6, statsmodels)
    return plain + compared(bench, "robust STL, R as truth", robust, 1e-6, statsmodels) + compared(bench, "MSTL, statsmodels as truth", several, 1e-4, {})


def compared(bench, data, cases, bar, references):
    """The certified components never reach those who decompose."""
    by_id = {case["id"]: case for case in cases}
    widest = Metric("max difference / sd", "low", bar, aggregate=max, digits=-2)
    certified = lambda case: {name: case[name] for name in PARTS if name in case}
    score = lambda answers: {widest.name: {name: difference(by_id[name]["y"], certified(by_id[name]), answer) for name, answer in answers.items()}}
    questions = [{key: value for key, value in case.items() if key in ("id", "y", "period", "periods", "params")} for case in cases]
    return rows(bench, Stage("pattern", "decompose", data, [widest], questions, score, references))


def speed(bench):
    """STL of long series with a planted season, evaluated at every point, as statsmodels does by default."""
    made = {case["id"]: (case, season) for case, season in map(planted, range(1, 5))}
    metric = Metric("error of the season / noise", "low")
    score = lambda answers: {metric.name: {name: season_error(made[name][1], answer["seasonal"]) for name, answer in answers.items()}}
    questions = [case for case, _ in made.values()]
    return rows(bench, Stage("pattern", "decompose", "STL of 20,000 points, speed", [metric], questions, score, {"statsmodels": "decompose stl"}))


def planted(number):
    """A slow trend, a sine as the season and noise of deviation 1, by the number of the case; and that season."""
    noise, length = Random(number), 20_000
    period, window = [(24, 25), (168, 13), (52, 11), (12, "periodic")][number - 1]
    season = [3 * sin(2 * pi * at / period) for at in range(length)]
    y = [10 + 0.001 * at + part + noise.gauss(0, 1) for at, part in enumerate(season)]
    params = {"s_window": window, "s_degree": 0, "t_degree": 1, "l_degree": 1, "robust": False, "inner": 2, "outer": 0, "jump": 1}
    return {"id": f"period {period}, window {window}", "y": y, "period": period, "params": params}, season
