"""Compares answers with the truth: python3 score.py HALF ANSWERS [--errors]."""

import json
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent


def main(half, answers, is_verbose):
    truth = {row["id"]: row["labels"] for row in map(json.loads, (HERE / f"{half}.truth.jsonl").open())}
    removed, kept, warned = Counter(), Counter(), Counter()
    for answer in map(json.loads, open(answers)):
        result = answer.get("output", answer)
        for label, verdict in zip(truth[answer["id"]], result["verdicts"], strict=True):
            is_removed = verdict["verdict"] in ("unsupported", "contradicted")
            (removed if is_removed else kept)[label["kind"]] += 1
            warned[label["kind"]] += verdict["verdict"] == "opinion"
            if is_verbose and is_removed == label["isTrue"]:
                print(f"{label['kind']}: {verdict['text']}\n    {verdict['verdict']} {verdict['covered']:.2f} {[(p['kind'], p['words'], p['detail'][:110]) for p in verdict['problems']]}")
    planted = [kind for kind in (removed | kept) if kind != "true"]
    print(f"{half}: removed of planted claims by kind (and marked as opinion)")
    for kind in sorted(planted):
        print(f"  {kind:12} {removed[kind]:3} of {removed[kind] + kept[kind]:3} ({warned[kind]})")
    total, gone = sum(removed[k] + kept[k] for k in planted), sum(removed[k] for k in planted)
    print(f"planted claims removed: {gone} of {total}, {100 * gone / total:.1f} %; with those marked {100 * (gone + sum(warned[k] for k in planted)) / total:.1f} %")
    true = removed["true"] + kept["true"]
    print(f"true sentences kept: {kept['true']} of {true}, {100 * kept['true'] / true:.1f} %; without a mark {100 * (kept['true'] - warned['true']) / true:.1f} %")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--errors" in sys.argv)
