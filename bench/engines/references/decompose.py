"""statsmodels' STL, which ports the Fortran of Cleveland et al. 1990, with the windows and jumps that R's `stl` takes."""

from math import ceil

import numpy
from statsmodels.tsa.seasonal import STL

from references.serve import serve


def answer(case):
    """R's parameters by the names that statsmodels has for them."""
    given, y, period = case["params"], numpy.array(case["y"]), case["period"]
    periodic = given["s_window"] == "periodic"
    season = 10 * len(y) + 1 if periodic else given["s_window"]
    trend, low_pass = odd(1.5 * period / (1 - 1.5 / season)), odd(period)
    # "ceil(window/10)", or a number for all three.
    jump = lambda window: given["jump"] if isinstance(given.get("jump"), int) else tenth(window)
    jumps = {"seasonal_jump": jump(season), "trend_jump": jump(trend), "low_pass_jump": jump(low_pass)}
    degrees = {"seasonal_deg": given["s_degree"], "trend_deg": given["t_degree"], "low_pass_deg": given["l_degree"]}
    windows = {"seasonal": season, "trend": trend, "low_pass": low_pass}
    found = STL(y, period, **windows, **degrees, **jumps).fit(inner_iter=given["inner"], outer_iter=given["outer"])
    seasonal = cycle_means(found.seasonal, period) if periodic else found.seasonal
    return {"trend": found.trend.tolist(), "seasonal": seasonal.tolist()}


def odd(value):
    """The next odd number."""
    whole = ceil(value)
    return whole + (whole % 2 == 0)


def tenth(window):
    """R's jump."""
    return ceil(window / 10)


def cycle_means(seasonal, period):
    """What R does for a periodic season: the mean of each place in the cycle."""
    means = numpy.array([seasonal[at::period].mean() for at in range(period)])
    return numpy.resize(means, len(seasonal))


serve({"stl": answer})
