"""Writes the editorial packs as drafts for `content score`, or reports the findings: python3 packs.py cases | findings ANSWERS."""

import json
import re
import sys
from pathlib import Path

PACKS = Path(__file__).parents[3] / "editorial" / "packs" / "en"


def texts(body):
    """Returns headings of questions, statements and answers, without tags and labels."""
    for line in body.split("\n"):
        line = re.sub(r"^(- |\d+\. |#+ )", "", line.strip())
        line = re.sub(r"^\{[^}]*\} ?", "", line)
        line = re.sub(r"^\*\*[^*]+\*\*:? ?", "", line)
        if line:
            yield from re.split(r"(?<=[.!?]) (?=[A-Z])", line)


def cases():
    for path in sorted(PACKS.glob("*.md")):
        front, body = path.read_text().split("+++")[1:3]
        terms = re.findall(r'^\w+ = "([^"]+)"', front.split("[terms]")[1].split("[sources]")[0], re.M)
        publishers = re.findall(r'(?:title|publisher) = "([^"]+)"', front)
        facts = [{"id": f"f{at}", "kind": "statement", "value": value, "source": "pack"} for at, value in enumerate(terms + publishers)]
        blocks = [{"kind": "paragraph", "sentences": [{"text": text}]} for text in texts(body)]
        case = {"id": path.stem, "query": path.stem, "intent": "informational", "draft": {"blocks": blocks}, "facts": facts}
        print(json.dumps(case))


def findings(answers):
    words = total = 0
    for answer in map(json.loads, open(answers)):
        result = answer.get("output", answer)
        words += result["measures"]["words"]
        total += result["measures"]["grammarPer1000"] * result["measures"]["words"] / 1000
        for found in result["findings"]:
            if found["check"] in ("grammar", "boilerplate"):
                print(f"{answer['id']}: {found['check']}: {found['detail']} | {found['subject'][:120]}")
    print(f"{total:.0f} grammar findings in {words} words, {1000 * total / words:.2f} per 1,000")


if __name__ == "__main__":
    cases() if sys.argv[1] == "cases" else findings(sys.argv[2])
