"""One data set: our engine and the references answer it, and the same scorer scores both."""

from dataclasses import dataclass, field
from typing import Callable

from lib.cases import Cases
from lib.kept import Kept
from lib.metric import Metric, row
from lib.program import Program
from lib.reference import reference


@dataclass
class Bench:
    """What every measure is given."""

    cases: Cases
    program: Program
    kept: Kept | None = None  # stored figures of the references, in place of asking them


@dataclass
class Stage:
    """The questions of a data set, who answers them, and how answers become figures."""

    engine: str
    task: str
    data: str
    metrics: list[Metric]
    questions: list[dict]
    score: Callable  # answers by id -> {name of a metric: {case: figure}}
    references: dict[str, str] = field(default_factory=dict)  # name in the table -> "FILE METHOD"
    seconds: float | None = None  # CPU seconds allowed
    clusters: int | None = None
    together: bool = False  # all cases are one problem: references cannot take a few


def rows(bench, stage):
    """The stage's rows of the table."""
    # The number of clusters is a field for the references, and an option of ours.
    mine = [{key: value for key, value in question.items() if key != "clusters"} for question in stage.questions]
    ours = bench.program.ask(stage.engine, stage.task, mine, stage.clusters)
    if bench.kept:
        return table(stage, ours, {}, bench.kept)
    few = stage.questions if stage.together else stage.questions[: bench.cases.few]
    peers = {name: reference(words, few) for name, words in stage.references.items()}
    return table(stage, ours, peers)


def table(stage, ours, peers, kept=None):
    """A row for each metric from the answers, or from stored figures of the references."""
    data = f"{stage.data} ({len(stage.questions)})"
    measure = {
        "engine": stage.engine,
        "data": data,
        "failed": ours.failed,
        "cpu": ours.cpu,
        "cpuBar": stage.seconds,
        "peakMib": ours.peak_mib,
        "cpuReferences": kept.seconds(data) if kept else {name: answers.cpu for name, answers in peers.items()},
    }
    mine = stage.score(ours.by_id)
    theirs = {name: stage.score(answers.by_id) for name, answers in peers.items()}
    made = [row(measure, metric, mine[metric.name], {name: of[metric.name] for name, of in theirs.items()}) for metric in stage.metrics]
    if kept:
        made = [one | {"references": kept.references(data, one["metric"], one["ours"])} for one in made]
    return made


def by_metric(figures):
    """{case: {metric: figure}} the other way round."""
    names = {name for of in figures.values() for name in of}
    return {name: {case: of.get(name) for case, of in figures.items()} for name in names}
