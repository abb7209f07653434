"""Second readings of a set.

  python3 second.py prompts SET PROGRAM FOLDER   writes the prompts: FOLDER/001.txt and so on, without the truth
  python3 second.py collect SET PROGRAM FOLDER [MODEL]
                                                 stores FOLDER/001.answer.txt and so on as SET.answers.jsonl
  python3 second.py again SET PROGRAM FOLDER     writes the prompts that ask once more, after the stored answers: FOLDER/again/001.txt and so on
  python3 second.py collect-again SET PROGRAM FOLDER
                                                 adds FOLDER/again/001.answer.txt and so on to SET.answers.jsonl
  python3 second.py score SET PROGRAM [--errors] compares what both readings decide with the truth
  python3 second.py all-pass SET PROGRAM [--errors]
                                                 the same with a model that passes each line and names the fact closest to it
  python3 second.py all-supposed SET PROGRAM [--errors]
                                                 the same with a model that passes each line, names all facts, and supposes each figure
  python3 second.py all-derived SET PROGRAM [--errors]
                                                 the same with a model that also gives each calculation of two figures that comes to one

PROGRAM is the built example second_reading of the crate documents, which makes the prompts and reads the answers as a draft does.
A row of SET.answers.jsonl has the `id` of a trade, the `model`, the SHA-256 of its `prompt`, the `lines` of the prompt, and the `answer` as
it was received. The prompt has all sentences of the trade, also those that a draft would not send, so that the answer holds when the
rules change; only the verdicts about sentences that a draft sends count.
"""

import hashlib
import json
import math
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent


def rows(path):
    return [json.loads(line) for line in path.open()]


def run(program, task, cases):
    """Gives the cases to the program, which answers each on a line."""
    text = "".join(json.dumps(case) + "\n" for case in cases)
    done = subprocess.run([program, task], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def written(row):
    """Returns the text of a prompt; none for one without lines."""
    return f"=== system ===\n{row['system']}\n\n=== user ===\n{row['user']}\n" if row["lines"] else None


def prompts(half, program):
    """Returns the id, the text and the lines of each prompt."""
    found = run(program, "prompts", rows(HERE / f"{half}.jsonl"))
    return [(row["id"], written(row), row["lines"]) for row in found]


def prompts_again(half, program):
    """Returns the same of the prompts that ask once more, after the stored answers."""
    answers = stored_answers(half)
    cases = [case | {key: answers[case["id"]][key] for key in ("answer", "lines")} for case in rows(HERE / f"{half}.jsonl") if case["id"] in answers]
    return {row["id"]: (written(row), row["lines"]) for row in run(program, "again", cases)}


def stored_answers(half):
    path = HERE / f"{half}.answers.jsonl"
    return {row["id"]: row for row in rows(path)} if path.exists() else {}


def fingerprint(text):
    return hashlib.sha256(text.encode()).hexdigest()


def write(half, program, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for number, (_, text, _) in enumerate(prompts(half, program), 1):
        (folder / f"{number:03}.txt").write_text(text)


def write_again(half, program, folder):
    """Writes the prompts that ask once more to FOLDER/again, with the numbers of their trades."""
    folder = folder / "again"
    folder.mkdir(parents=True, exist_ok=True)
    sent = prompts_again(half, program)
    for number, case in enumerate(rows(HERE / f"{half}.jsonl"), 1):
        text, _ = sent.get(case["id"], (None, []))
        if text:
            (folder / f"{number:03}.txt").write_text(text)


def collect_again(half, program, folder):
    """Adds FOLDER/again/001.answer.txt and so on to the stored answers."""
    folder, sent, answers = folder / "again", prompts_again(half, program), stored_answers(half)
    for number, case in enumerate(rows(HERE / f"{half}.jsonl"), 1):
        answer, (text, lines) = folder / f"{number:03}.answer.txt", sent.get(case["id"], (None, []))
        if text and answer.exists():
            if (folder / f"{number:03}.txt").read_text() != text:
                sys.exit(f"{answer} answers another prompt than a draft sends now; write the prompts again")
            answers[case["id"]]["again"] = {"prompt": fingerprint(text), "lines": lines, "answer": answer.read_text()}
    store(half, answers.values())


def store(half, answers):
    with (HERE / f"{half}.answers.jsonl").open("w") as stored:
        for row in answers:
            stored.write(json.dumps(row) + "\n")


def collect(half, program, folder, model):
    with (HERE / f"{half}.answers.jsonl").open("w") as stored:
        for number, (case, text, lines) in enumerate(prompts(half, program), 1):
            prompt, answer = folder / f"{number:03}.txt", folder / f"{number:03}.answer.txt"
            if not answer.exists():
                print(f"{answer} is missing", file=sys.stderr)
                continue
            if prompt.exists() and prompt.read_text() != text:
                sys.exit(f"{prompt} is not what a draft sends now; write the prompts again")
            row = {"id": case, "model": model, "prompt": fingerprint(text), "lines": lines, "answer": answer.read_text()}
            stored.write(json.dumps(row) + "\n")


def stems(text):
    """Returns the words of a text without common endings."""
    common = set("a an and are as at be by can do does for from in is it its no not of on or our that the their they this to we will with you your".split())
    bare = (re.sub(r"(?<=\w{3})(ing|ed|es|s)$", "", word) for word in re.findall(r"[a-z0-9$]+", text.lower()) if word not in common)
    return set(bare)


def closest(case, lines):
    """Returns the answer of a model that passes each line and names the fact with the rarest words of it, found without the check."""
    facts = {fact["id"]: stems(f"{fact['value']} {fact.get('detail') or ''}") for fact in case["facts"]}
    count = Counter(word for words in facts.values() for word in words)

    def likeness(own, words):
        return sum(math.log((len(facts) + 1) / (count[word] + 0.5)) for word in own & words) / math.sqrt(len(words) + 1)

    named = (max(facts, key=lambda fact: likeness(stems(line), facts[fact])) for line in lines)
    return "\n".join(f"{number} | {fact}" for number, fact in enumerate(named, 1))


def decisions_of_all_pass(half, program):
    """Returns what the program decides with a model that passes each line."""
    lines = {row["id"]: row["lines"] for row in run(program, "prompts", rows(HERE / f"{half}.jsonl"))}
    cases = [case | {"lines": lines[case["id"]]} for case in rows(HERE / f"{half}.jsonl")]
    return run(program, "decide", [case | {"answer": closest(case, case["lines"])} for case in cases])


FIGURE = r"\$?\d[\d,]*(?:\.\d+)?(?: ?%| percent)?"


def figures(text):
    """Returns the figures in digits of a text, with their numbers."""
    found = [(words, float(re.sub(r"[^\d.]", "", words))) for words in re.findall(FIGURE, text)]
    return [(words, number / 100 if words.endswith(("%", "percent")) else number) for words, number in found]


def derived(case, line, words):
    """Returns calculations of two figures, one of a fact, that come to a figure of a line."""
    own = figures(words)
    if len(own) != 1:
        return []
    texts = [(fact["id"], text) for fact in case["facts"] for text in (fact["value"], fact.get("detail")) if text]
    facts = [("{%s: %s}" % (one, copied), number) for one, text in texts for copied, number in figures(text)]
    operands = facts + [("{%s}" % copied, number) for copied, number in figures(line) if copied != words]
    found = []
    for left, one in facts:
        for right, other in operands:
            results = {"*": one * other, "+": one + other, "-": one - other, "/": one / other if other else 0}
            found += [f"{words} = {left} {sign} {right}" for sign, result in results.items() if abs(result - own[0][1]) < 0.005]
    return found[:12]


def supposing(case, sentences, is_deriving=False):
    """Returns the answer of a model that passes each line, names all facts, and states a supposition for each figure that the rules do not find."""
    texts = [(fact["id"], text) for fact in case["facts"] for text in (fact["value"], fact.get("detail")) if text]
    quotes = ["{%s: %s}" % one for one in texts if not set("{}|\n") & set(one[1])]
    groups = ["".join(quotes[at : at + 4]) for at in range(0, len(quotes), 4)]
    named = ", ".join(fact["id"] for fact in case["facts"])
    problems = {one["text"]: [problem["words"] for problem in one["problems"] if problem["isCalculable"]] for one in sentences}
    lines = []
    for number, line in enumerate(case["lines"], 1):
        supposed = [f"suppose {words}: {group}" for group in groups for words in problems.get(line, [])]
        calculated = [one for words in problems.get(line, []) for one in derived(case, line, words)] if is_deriving else []
        lines.append(" | ".join([str(number), named, *calculated, *supposed]))
    return "\n".join(lines)


def decisions_of_deriving(half, program):
    """Returns what the program decides with a model that also invents calculations."""
    return decisions_of_supposing(half, program, True)


def decisions_of_supposing(half, program, is_deriving=False):
    """Returns what the program decides with a model that supposes each figure."""
    lines = {row["id"]: row["lines"] for row in run(program, "prompts", rows(HERE / f"{half}.jsonl"))}
    cases = [case | {"lines": lines[case["id"]]} for case in rows(HERE / f"{half}.jsonl")]
    found = run(program, "decide", cases)
    answers = (supposing(case, one["sentences"], is_deriving) for case, one in zip(cases, found, strict=True))
    return run(program, "decide", [case | {"answer": answer} for case, answer in zip(cases, answers, strict=True)])


def decisions(half, program):
    """Returns what the program decides, with the recorded answers."""
    answers = stored_answers(half)
    sent = {case: fingerprint(text) for case, text, _ in prompts(half, program)}
    old = [case for case, row in answers.items() if row["prompt"] != sent.get(case)]
    if old:
        print(f"{half}: answers to other prompts than a draft sends now: {', '.join(old)}")
    read = {case: {key: row[key] for key in ("answer", "lines", "again") if key in row} for case, row in answers.items()}
    return run(program, "decide", [case | read.get(case["id"], {}) for case in rows(HERE / f"{half}.jsonl")])


def share(part, whole):
    return f"{part} of {whole}, {100 * part / max(whole, 1):.1f} %"


def score(half, program, is_verbose, decide=decisions):
    truth = {row["id"]: row["labels"] for row in rows(HERE / f"{half}.truth.jsonl")}
    total, rules, both, waited = Counter(), Counter(), Counter(), Counter()
    decided = decide(half, program)
    for case in decided:
        for label, one in zip(truth[case["id"]], case["sentences"], strict=True):
            kind = label["kind"]
            total[kind] += 1
            rules[kind] += one["removedByRules"] is not None
            both[kind] += one["removed"] is not None
            waited[kind] += one["isReadAgain"]
            if is_verbose and (one["removed"] is not None) == label["isTrue"]:
                print(f"{kind}: {one['text']}\n    {one['removed'] or 'kept'}; rules: {one['removedByRules'] or 'kept'}")
                print(f"    {one['support']}; second: {one['second']}; {[(p['kind'], p['words']) for p in one['problems']]}")
    failed = [(case["id"], case["failed"]) for case in decided if case["failed"]]
    print(f"{half}: second reading of {len(decided) - len(failed)} of {len(decided)} texts")
    for case, reason in failed:
        print(f"  {case}: {reason}; the rules alone decide")
    planted = sorted(kind for kind in total if kind != "true")
    print("removed of planted claims by kind: by the rules, by both readings (read again)")
    for kind in planted:
        print(f"  {kind:12} {rules[kind]:3} {both[kind]:3} of {total[kind]:3} ({waited[kind]})")
    for name, removed in (("rules", rules), ("both readings", both)):
        gone, all_planted = sum(removed[kind] for kind in planted), sum(total[kind] for kind in planted)
        print(f"{name}: planted claims removed: {share(gone, all_planted)}")
        print(f"{name}: true sentences kept in a draft: {share(total['true'] - removed['true'], total['true'])}")
    print(f"true sentences that are read again, so the most that can be kept: {share(waited['true'], total['true'])}")


def main(task, half, program, *rest):
    if task == "prompts":
        write(half, program, Path(rest[0]))
    elif task == "collect":
        collect(half, program, Path(rest[0]), rest[1] if len(rest) > 1 else "unknown")
    elif task == "again":
        write_again(half, program, Path(rest[0]))
    elif task == "collect-again":
        collect_again(half, program, Path(rest[0]))
    elif task == "all-pass":
        score(half, program, "--errors" in rest, decisions_of_all_pass)
    elif task == "all-supposed":
        score(half, program, "--errors" in rest, decisions_of_supposing)
    elif task == "all-derived":
        score(half, program, "--errors" in rest, decisions_of_deriving)
    else:
        score(half, program, "--errors" in rest)


if __name__ == "__main__":
    main(*sys.argv[1:])
