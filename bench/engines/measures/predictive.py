"""Forecasts of the M4 and M3 competitions."""

from statistics import fmean

from lib.metric import Metric
from lib.stage import Stage, by_metric, rows
from scores import forecast

COVERAGE = Metric("95 % intervals hold", "near", target=0.95, among=(0.93, 0.97), digits=3)


def weekly(bench):
    """M4 Weekly, without a season."""
    metrics = [Metric("OWA", "low", 0.78, ".739 (M4 winner .851)"), Metric("MSIS", "low", 16.2, "16.2", digits=2), COVERAGE]
    return measured(bench, "M4 Weekly", "m4_weekly", metrics, {"statsforecast AutoARIMA": "forecast arima"}, 10)


def hourly(bench):
    """M4 Hourly."""
    metrics = [Metric("OWA", "low", 0.44, ".410 (M4 winner .440)"), Metric("MSIS", "low", 6.5, "6.1", digits=2), COVERAGE]
    references = {"statsforecast MSTL + AutoARIMA": "forecast mstl", "seasonal naive": "forecast naive"}
    return measured(bench, "M4 Hourly", "m4_hourly", metrics, references, 10)


def monthly(bench):
    """M3 Monthly."""
    metrics = [Metric("sMAPE", "low", 13.5, "13.89 (Theta)", digits=2), Metric("MASE", "low", 0.84, ".858 (Theta)"), COVERAGE]
    return measured(bench, "M3 Monthly", "m3_monthly", metrics, {"statsforecast dynamic optimised theta": "forecast theta"}, 10)


def measured(bench, data, file, metrics, references, seconds):
    """One competition: the test figures never reach those who forecast."""
    train = bench.cases.by_id(f"predictive/{file}.train.jsonl")
    test = bench.cases.by_id(f"predictive/{file}.test.jsonl")
    baseline = {case: naive2_errors(train[case], test[case]["y"]) for case in test}
    worst = [fmean(column) for column in zip(*baseline.values())]
    score = lambda answers: by_metric({case: errors(train[case], test[case]["y"], answer, worst) for case, answer in answers.items()})
    questions = [train[case] for case in test]
    return rows(bench, Stage("predictive", "forecast", data, metrics, questions, score, references, seconds))


def naive2_errors(case, actual):
    """sMAPE and MASE of Naive2."""
    naive = forecast.naive2(case["y"], case["season"], len(actual))
    return forecast.smape(actual, naive), forecast.mase(actual, naive, forecast.scale(case["y"], case["season"]))


def errors(case, actual, answer, worst):
    """Of one series. OWA is a mean over series too, as the errors of each are divided by Naive2's errors of all series."""
    unit = forecast.scale(case["y"], case["season"])
    smape, mase = forecast.smape(actual, answer["mean"]), forecast.mase(actual, answer["mean"], unit)
    return {
        "sMAPE": smape,
        "MASE": mase,
        "OWA": (smape / worst[0] + mase / worst[1]) / 2,
        "MSIS": forecast.msis(actual, answer["lo"], answer["hi"], unit),
        COVERAGE.name: forecast.covered(actual, answer["lo"], answer["hi"]),
    }
