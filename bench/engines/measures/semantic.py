"""Likeness of sentences."""

from dataclasses import replace

from lib.metric import Metric
from lib.stage import Stage, rows
from scores.similarity import spearman


def similarity(bench):
    """The STS benchmark: pairs of sentences that people rated from 0 to 5; without a sentence model, and with the one that is given."""
    benches = [replace(bench, program=bench.program.without_model()), *([bench] if bench.program.model else [])]
    return [row for bench in benches for row in rated(bench)]


def rated(bench):
    """The rows of one program."""
    truth = bench.cases.by_id("semantic/stsb.truth.jsonl")
    bar = 0.82 if bench.program.model else 0.72
    rho = Metric("Spearman", "high", bar, ".820 (MiniLM, a sentence model)", aggregate=spearman)
    score = lambda answers: {rho.name: {case: (truth[case]["score"], answer["score"]) for case, answer in answers.items()}}
    questions = [{key: case[key] for key in ("id", "a", "b")} for case in bench.cases.lines("semantic/stsb.pairs.jsonl")]
    data = f"STS-B, {'with' if bench.program.model else 'without'} a sentence model"
    return rows(bench, Stage("semantic", "similarity", data, [rho], questions, score, {"TF-IDF cosine": "texts similarity"}, together=True))
