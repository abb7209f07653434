"""A choice under limits compared with the proved best one."""

SLACK = 1e-9


def gap(case, best, chosen):
    """Percent below the best; 100 for a choice that breaks a limit, is of the wrong length or not of 0 and 1."""
    if chosen is None or len(chosen) != case["n"] or any(v not in (0, 1) for v in chosen):
        return 100.0
    total = lambda weights: sum(w * v for w, v in zip(weights, chosen))
    if any(total(row) > limit + SLACK for row, limit in zip(case["A"], case["b"])):
        return 100.0
    # Rounded, as sums of decimals differ in their last digit.
    return max(0.0, round(100 * (best - total(case["c"])) / best, 9))
