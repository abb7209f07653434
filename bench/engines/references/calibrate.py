"""Isotonic regression (scikit-learn)."""

from sklearn.isotonic import IsotonicRegression

from references.serve import serve


def answer(case):
    """Learns from `fit`, answers for `apply`."""
    forecasts, outcomes = zip(*case["fit"])
    model = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(forecasts, outcomes)
    return {"calibrated": model.predict(case["apply"]).tolist()}


serve({"isotonic": answer})
