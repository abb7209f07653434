"""Runs both programs on the same pages and prints one table. Called by `run`."""

import gzip
import json
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import time
from collections import Counter

import trafilatura


def shingles(text):
    """Multiset of runs of four words, as in the article extraction benchmark of scrapinghub."""
    words = re.findall(r"\w+", text or "")
    return Counter(tuple(words[i : i + 4]) for i in range(max(1, len(words) - 3)) if words[i : i + 4])


def score(truth, answers):
    precisions, recalls = [], []
    for name, case in truth.items():
        wanted, given = shingles(case["articleBody"]), shingles(answers.get(name, {}).get("articleBody"))
        both = sum((wanted & given).values())
        if given:
            precisions.append(both / sum(given.values()))
        if wanted:
            recalls.append(both / sum(wanted.values()))
    precision, recall = statistics.mean(precisions or [0]), statistics.mean(recalls or [0])
    return 2 * precision * recall / max(precision + recall, 1e-9), precision, recall


def ours(binary, pages, work):
    source, target = work / "pages.jsonl", work / "articles.json"
    source.write_text("".join(json.dumps({"id": name, "html": html}) + "\n" for name, html in pages.items()))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([binary, "tool", "extract", "--object", "--input", source, "--output", target], check=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return json.loads(target.read_text()), seconds


def reference(pages):
    begun = time.process_time()
    answers = {name: {"articleBody": trafilatura.extract(html, include_comments=False)} for name, html in pages.items()}
    return answers, time.process_time() - begun


def main():
    folder, binary, work = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    truth = json.loads((folder / "ground-truth.json").read_text())
    pages = {name: gzip.open(folder / "html" / f"{name}.html.gz").read().decode("utf-8", "replace") for name in truth}
    print(f"{len(pages)} pages, {sum(map(len, pages.values())) / len(pages) / 1000:.0f} KB on average\n")
    print("| program | F1 | precision | recall | CPU seconds | pages a second |\n|---|---|---|---|---|---|")
    for name, (answers, seconds) in {"motherlode": ours(binary, pages, work), "trafilatura": reference(pages)}.items():
        f1, precision, recall = score(truth, answers)
        rate = len(pages) / max(seconds, 1e-3)
        print(f"| {name} | {f1:.4f} | {precision:.4f} | {recall:.4f} | {seconds:.2f} | {rate:.0f} |")


main()
