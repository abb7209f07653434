"""Effects of interventions, causal graphs, effects of treatments."""

from lib.metric import Metric
from lib.stage import Stage, by_metric, rows
from scores import discovery, treatment as individual
from scores import impact as effect


def impact(bench):
    """Simulated interventions of known effect; a third has none."""
    truth = bench.cases.by_id("causal/impact.truth.jsonl")
    keys = ("id", "y", "x", "pre", "post")
    questions = [{key: case[key] for key in keys if key in case} for case in bench.cases.lines("causal/impact.cases.jsonl")]
    metrics = [
        Metric("95 % intervals hold", "near", target=0.95, among=(0.92, 0.97)),
        Metric("interval score, points", "low", 4.2, digits=2),
        Metric("false positives", "low", 0.06),
        Metric("power", "high"),
    ]
    score = lambda answers: by_metric({case: effects(truth[case], answer) for case, answer in answers.items()})
    stage = Stage("causal", "impact", "simulated interventions", metrics, questions, score, {"pycausalimpact": "impact pycausalimpact"}, 1)
    return rows(bench, stage)


def effects(truth, answer):
    """Of one intervention; power where there is an effect, false positives where there is none."""
    is_found = effect.excludes_nothing_happened(answer["lo"], answer["hi"])
    actual = truth["avg_effect"]
    return {
        "95 % intervals hold": effect.covers(actual, answer["lo"], answer["hi"]),
        "interval score, points": effect.interval_score(actual, answer["lo"], answer["hi"], truth["avg_counterfactual"]),
        "false positives": is_found if truth["rel"] == 0 else None,
        "power": is_found if truth["rel"] != 0 else None,
    }


def discover(bench):
    """Networks sampled from known graphs: discrete ones of bnlearn, and linear Gaussian ones."""
    truths = {case["id"]: case for case in bench.cases.json("causal/discovery.truth.json")}
    questions = [network(bench, case) for case in truths.values()]
    right = {name: discovery.cpdag(case["nodes"], [tuple(edge) for edge in case["edges"]]) for name, case in truths.items()}

    def figures(case, answer):
        graph = {tuple(edge) for edge in answer["directed"]}, {frozenset(edge) for edge in answer["undirected"]}
        return {"SHD, all networks": discovery.shd(right[case], graph), "skeleton F1": discovery.skeleton_f1(right[case], graph)}

    metrics = [Metric("SHD, all networks", "low", total=True, digits=0), Metric("skeleton F1", "high", 0.95)]
    score = lambda answers: by_metric({case: figures(case, answer) for case, answer in answers.items()})
    references = {"causal-learn GES": "discover ges", "causal-learn PC": "discover pc"}
    return rows(bench, Stage("causal", "discover", "known networks", metrics, questions, score, references, 5))


def network(bench, case):
    """The rows of one network."""
    nodes, values = bench.cases.table(f"causal/disc_{case['id']}.csv")
    return {"id": case["id"], "nodes": nodes, "rows": values, "kind": "discrete" if case["kind"] == "discrete" else "continuous"}


def treatment(bench):
    """IHDP: real mothers and children, simulated outcomes (Hill 2011)."""
    truths = {case["id"]: case for case in bench.cases.json("causal/ihdp.truth.json")}
    questions = [trial(bench, name) for name in truths]

    def figures(case, answer):
        truth = truths[case]
        return {"sqrt(PEHE)": individual.root_pehe(truth["ite"], answer["ite"]), "error of ATE": individual.ate_error(truth["ate"], answer["ite"])}

    metrics = [Metric("sqrt(PEHE)", "low", 1.3), Metric("error of ATE", "low", 0.10)]
    score = lambda answers: by_metric({case: figures(case, answer) for case, answer in answers.items()})
    references = {"T-learner, scikit-learn's gradient boosting": "treatment boosting"}
    return rows(bench, Stage("causal", "treatment", "IHDP replications", metrics, questions, score, references))


def trial(bench, name):
    """One replication: treatment, outcome, and the rest as covariates."""
    names, values = bench.cases.table(f"causal/{name}.csv")
    t, y = names.index("t"), names.index("y")
    rest = [at for at in range(len(names)) if at not in (t, y)]
    return {"id": name, "t": [int(row[t]) for row in values], "y": [row[y] for row in values], "x": [[row[at] for at in rest] for row in values]}
