"""pycausalimpact, a port of CausalImpact (Brodersen et al. 2015) to statsmodels, with its defaults."""

import numpy
import pandas
from causalimpact import CausalImpact

from references.serve import serve


def answer(case):
    """The mean effect of a step and its 95 % interval."""
    numpy.random.seed(1)  # its interval is simulated
    table = pandas.DataFrame(numpy.column_stack([case["y"], *(case.get("x") or [])]))
    found = CausalImpact(table, case["pre"], case["post"]).summary_data["average"]
    return {"effect": found["abs_effect"], "lo": found["abs_effect_lower"], "hi": found["abs_effect_upper"]}


serve({"pycausalimpact": answer})
