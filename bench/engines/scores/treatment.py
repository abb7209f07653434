"""Effects of a treatment on individuals (Hill 2011; Shalit, Johansson, Sontag 2017, section 5)."""

from math import sqrt
from statistics import fmean


def root_pehe(truth, answer):
    """Precision in estimating heterogeneous effects: the root mean squared error of individual effects."""
    return sqrt(fmean((a - b) ** 2 for a, b in zip(truth, answer)))


def ate_error(truth, answer):
    """How far the mean effect is off. `truth` is the true mean."""
    return abs(fmean(answer) - truth)
