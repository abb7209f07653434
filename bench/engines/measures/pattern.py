"""Change points and seasons."""

from lib.metric import Metric
from lib.stage import Stage, by_metric, rows
from scores import change_points as marks
from scores.decompose import difference

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
    """STL beside R's own answers, plain and robust, and MSTL beside those of statsmodels."""
    cases = bench.cases.lines("pattern/stl.cases.jsonl")
    stl = [case for case in cases if "period" in case and not case["params"]["robust"]]
    robust = [case for case in cases if "period" in case and case["params"]["robust"]]
    several = [case for case in cases if "periods" in case]
    statsmodels = {"statsmodels": "decompose stl"}
    plain = compared(bench, "STL beside R", stl, 1e-6, statsmodels)
    return plain + compared(bench, "robust STL beside R", robust, 1e-6, statsmodels) + compared(bench, "MSTL beside statsmodels", several, 1e-4, {})


def compared(bench, data, cases, bar, references):
    """The certified components never reach those who decompose."""
    by_id = {case["id"]: case for case in cases}
    widest = Metric("max difference / sd", "low", bar, aggregate=max, digits=-2)
    certified = lambda case: {name: case[name] for name in PARTS if name in case}
    score = lambda answers: {widest.name: {name: difference(by_id[name]["y"], certified(by_id[name]), answer) for name, answer in answers.items()}}
    questions = [{key: value for key, value in case.items() if key in ("id", "y", "period", "periods", "params")} for case in cases]
    return rows(bench, Stage("pattern", "decompose", data, [widest], questions, score, references))
