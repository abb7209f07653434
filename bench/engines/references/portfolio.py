"""HiGHS by scipy's `milp`, with one second a case."""

import numpy
from scipy.optimize import Bounds, LinearConstraint, milp

from references.serve import serve


def answer(case):
    """The best choice found within the second."""
    limits = LinearConstraint(numpy.array(case["A"]), ub=numpy.array(case["b"]))
    found = milp(-numpy.array(case["c"]), constraints=limits, integrality=1, bounds=Bounds(0, 1), options={"time_limit": 1})
    return {"x": numpy.round(found.x).astype(int).tolist()}


serve({"highs": answer})
