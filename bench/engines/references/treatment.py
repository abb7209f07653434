"""A T-learner of gradient boosting (scikit-learn): a model of the outcome for each arm (Künzel et al. 2019)."""

import numpy
from sklearn.ensemble import GradientBoostingRegressor

from references.serve import serve


def answer(case):
    """The difference of the two models' forecasts, for each row."""
    x, y, treated = numpy.array(case["x"]), numpy.array(case["y"]), numpy.array(case["t"]) == 1
    model = lambda arm: GradientBoostingRegressor(random_state=0).fit(x[arm], y[arm]).predict(x)
    return {"ite": (model(treated) - model(~treated)).tolist()}


serve({"boosting": answer})
