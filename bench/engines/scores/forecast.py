"""Forecasts, as the M4 competition scored them.

Makridakis, Spiliotis, Assimakopoulos 2020, "The M4 Competition" (International Journal of Forecasting 36), and its code
`Benchmarks and Evaluation.R`: sMAPE and MASE of a series, MSIS of its 95 % interval, and OWA, which compares sMAPE and MASE
with the errors of the forecast Naive2.
"""

from math import log10, sqrt
from statistics import fmean

ALPHA = 0.05


def smape(actual, forecast):
    """Symmetric mean absolute percentage error, 0 to 200."""
    return fmean(200 * abs(a - f) / max(abs(a) + abs(f), 1e-12) for a, f in zip(actual, forecast))


def scale(history, season):
    """Mean absolute difference from the season before, in the history: what MASE and MSIS are measured in."""
    return fmean(abs(a - b) for a, b in zip(history[season:], history))


def mase(actual, forecast, unit):
    """Mean absolute scaled error (Hyndman, Koehler 2006)."""
    return fmean(abs(a - f) for a, f in zip(actual, forecast)) / unit


def msis(actual, lo, hi, unit):
    """Mean scaled interval score (Gneiting, Raftery 2007): the width, and 2 / alpha times what lies outside."""
    outside = (max(low - a, 0) + max(a - high, 0) for a, low, high in zip(actual, lo, hi))
    return fmean(high - low + 2 / ALPHA * out for low, high, out in zip(lo, hi, outside)) / unit


def covered(actual, lo, hi):
    """Share of the figures inside their interval."""
    return fmean(low <= a <= high for a, low, high in zip(actual, lo, hi))


def naive2(history, season, horizon):
    """The last figure again, seasonally adjusted where the history passes a test of seasonality."""
    if not is_seasonal(history, season):
        return [history[-1]] * horizon
    index = seasonal_index(history, season)
    level = history[-1] / index[(len(history) - 1) % season]
    return [level * index[(len(history) + step) % season] for step in range(horizon)]


def is_seasonal(history, season):
    """M4's test: the autocorrelation at the season's lag beyond 1.645 of Bartlett's standard errors."""
    if season <= 1 or len(history) < 3 * season:
        return False
    lags = autocorrelations(history, max(season, int(10 * log10(len(history)))))
    error = sqrt((1 + 2 * sum(r * r for r in lags[: season - 1])) / len(history))
    return abs(lags[season - 1]) > 1.645 * error


def autocorrelations(history, count):
    """Of the lags from 1 to `count`; zeros for a constant history."""
    mean = fmean(history)
    centred = [value - mean for value in history]
    whole = sum(value * value for value in centred)
    if whole == 0:
        return [0.0] * count
    return [sum(a * b for a, b in zip(centred, centred[lag:])) / whole for lag in range(1, count + 1)]


def seasonal_index(history, season):
    """Classical multiplicative decomposition, as `decompose` of R: mean ratio to a centred moving average."""
    half = season // 2
    ratios = [[] for _ in range(season)]
    for at in range(half, len(history) - half):
        window = history[at - half : at + half + 1]
        trend = (sum(window) - (0.5 * (window[0] + window[-1]) if season % 2 == 0 else 0)) / season
        ratios[at % season].append(history[at] / trend)
    index = [fmean(of) for of in ratios]
    mean = fmean(index)
    return [value / mean for value in index]
