"""statsforecast (Nixtla), with its defaults and 95 % intervals."""

import numpy
from statsforecast.models import MSTL, AutoARIMA, DynamicOptimizedTheta, SeasonalNaive

from references.serve import serve


def by(make):
    """A model for each case, made for its season."""

    def answer(case):
        found = make(case["season"]).forecast(numpy.array(case["y"]), h=case["horizon"], level=[95])
        return {"mean": found["mean"].tolist(), "lo": found["lo-95"].tolist(), "hi": found["hi-95"].tolist()}

    return answer


serve(
    {
        "arima": by(lambda season: AutoARIMA(season_length=season)),
        # A day and a week, as the makers' own guide forecasts hourly data.
        "mstl": by(lambda season: MSTL(season_length=[season, 7 * season], trend_forecaster=AutoARIMA())),
        "naive": by(lambda season: SeasonalNaive(season_length=season)),
        "theta": by(lambda season: DynamicOptimizedTheta(season_length=season)),
    }
)
