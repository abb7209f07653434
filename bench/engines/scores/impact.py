"""Effects of interventions of which the truth is known, in percentage points of the true counterfactual.

The interval score is that of Gneiting, Raftery 2007 (Journal of the American Statistical Association 102), equation 43.
"""

ALPHA = 0.05


def interval_score(truth, lo, hi, counterfactual):
    """The width of the 95 % interval, and 2 / alpha times the distance of a truth that lies outside."""
    outside = max(0.0, lo - truth) + max(0.0, truth - hi)
    return 100 * (hi - lo + 2 / ALPHA * outside) / counterfactual


def covers(truth, lo, hi):
    """Whether the interval holds the truth."""
    return float(lo <= truth <= hi)


def excludes_nothing_happened(lo, hi):
    """Whether the interval says that there is an effect: false where there is none, power where there is one."""
    return float(not lo <= 0 <= hi)
