"""causal-learn (Zheng et al. 2024): greedy equivalence search and the PC algorithm, with their defaults."""

import numpy
from causallearn.search.ConstraintBased.PC import pc
from causallearn.search.ScoreBased.GES import ges

from references.serve import serve

TAIL, ARROW = -1, 1


def greedy(case):
    """GES by BDeu for discrete data, by BIC for continuous ones."""
    score = "local_score_BDeu" if case["kind"] == "discrete" else "local_score_BIC"
    return edges(case["nodes"], ges(numpy.array(case["rows"]), score_func=score)["G"].graph)


def constraint(case):
    """PC by the G-square test for discrete data, by Fisher's z for continuous ones; 5 %."""
    test = "gsq" if case["kind"] == "discrete" else "fisherz"
    return edges(case["nodes"], pc(numpy.array(case["rows"]), indep_test=test, show_progress=False).G.graph)


def edges(names, graph):
    """Their matrix holds the mark at i of the edge between i and j; two arrows (PC's conflicts) stay undirected."""
    found = {"directed": [], "undirected": []}
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            if graph[i, j] == TAIL and graph[j, i] == ARROW:
                found["directed"].append([a, b])
            elif i < j and graph[i, j] != 0 and graph[i, j] == graph[j, i]:
                found["undirected"].append([a, b])
    return found


serve({"ges": greedy, "pc": constraint})
