"""Calibration of probabilities: Brier 1950, and the expected calibration error (Naeini, Cooper, Hauskrecht 2015)."""

BINS = 15


def brier(pair):
    """Squared error of one (probability, outcome) pair."""
    probability, outcome = pair
    return (probability - outcome) ** 2


def ece(pairs):
    """Over bins of equal width: how far forecasts are from what came true, weighted by size."""
    gaps = [0.0] * BINS
    for probability, outcome in pairs:
        gaps[min(BINS - 1, int(probability * BINS))] += probability - outcome
    return sum(map(abs, gaps)) / len(pairs)
