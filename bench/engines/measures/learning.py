"""Calibration of forecasts, and which action to take next."""

import json
import sys

from lib.child import Answers, talk
from lib.metric import Metric
from lib.reference import FOLDER
from lib.stage import Stage, rows, table
from scores.calibration import brier, ece


def calibrate(bench):
    """Forecasts of a classifier that is too sure: learned on one part, scored on another."""
    case = bench.cases.json("learning/calibration.json")
    outcomes = bench.cases.json("learning/calibration.truth.json")
    metrics = [Metric("Brier", "low", 0.160, digits=4), Metric("ECE", "low", 0.02, aggregate=ece)]

    def score(answers):
        pairs = list(zip(answers["all"]["calibrated"], outcomes))
        return {"Brier": dict(enumerate(map(brier, pairs))), "ECE": dict(enumerate(pairs))}

    question = {"id": "all", "fit": case["fit"], "apply": case["apply"]}
    references = {"isotonic regression": "calibrate isotonic"}
    return rows(bench, Stage("learning", "calibrate", "a classifier's forecasts", metrics, [question], score, references))


def bandit(bench):
    """Digits: 64 pixels, ten actions, one of them right; the label never reaches those who choose."""
    cases = bench.cases.lines("learning/bandit_digits.jsonl")
    ours = session(bench.program.command("learning", "bandit"), cases)
    theirs = {} if bench.kept else {"LinUCB": session([sys.executable, str(FOLDER / "references" / "bandit.py")], cases)}
    mean = Metric("mean reward", "high", 0.87)
    score = lambda answers: {mean.name: {case: answer["reward"] for case, answer in answers.items()}}
    return table(Stage("learning", "bandit", "digits", [mean], cases, score), ours, theirs, bench.kept)


def session(command, cases):
    """Case, action, reward, one after another."""

    def tell(child, message):
        child.stdin.write(json.dumps(message) + "\n")

    def say(child):
        rewards = {}
        for case in cases:
            tell(child, {key: case[key] for key in ("id", "x", "n_actions")})
            reward = int(json.loads(child.stdout.readline())["action"] == case["best"])
            tell(child, {"reward": reward})
            rewards[case["id"]] = {"reward": reward}
        return rewards

    rewards, cpu = talk(command, say)
    return Answers(rewards, {}, cpu, 0.0, 0.0)
