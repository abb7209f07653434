"""main.py CASES PROGRAM [--only NAME] [--brief] [--keep-references] [--model FOLDER] [--revision TEXT]: measures, prints the table,
writes the files."""

import argparse
import json
import sys
from datetime import datetime, timezone
from pathlib import Path

from lib.cases import Cases, Missing
from lib.kept import Kept
from lib.machine import load, machine
from lib.program import Program
from lib.report import markdown, page
from lib.stage import Bench
from measures import ALL

FOLDER = Path(__file__).parent.parent
FEW = 8


def main():
    """Exit status 1 if a case of ours was not answered."""
    given = arguments()
    bench = Bench(Cases(given.cases, FEW if given.brief else None), Program(given.program, given.model), Kept(stored()) if given.keep_references else None)
    chosen = {name: measure for name, measure in ALL.items() if given.only in name}
    if not chosen:
        sys.exit(f"error: no measure has {given.only!r} in its name; there are: {', '.join(ALL)}")
    measures, missing = run(bench, chosen, given.revision)
    print(markdown([row for measure in measures.values() for row in measure["rows"]]))
    for name, why in missing.items():
        print(f"Not measured: {name} ({why}).")
    if not given.brief:
        write(measures, missing, machine(with_references=not given.keep_references))
    sys.exit(any(row["failed"] for measure in measures.values() for row in measure["rows"]))


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", type=Path)
    parser.add_argument("program", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--keep-references", action="store_true")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--revision", default="")
    return parser.parse_args()


def run(bench, chosen, revision):
    """One measure after another; what lacks its cases is left out and reported."""
    measures, missing = {}, {}
    for name, measure in chosen.items():
        print(f"measuring {name}", file=sys.stderr)
        try:
            begun = load()
            rows = measure(bench)
        except Missing as error:
            missing[name] = str(error)
            continue
        now = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
        measures[name] = {"at": now, "load": max(begun, load()), "revision": revision, "rows": rows}
    return measures, missing


def stored():
    """The results of the previous runs, by measure."""
    return results()["measures"]


def results():
    """results.json."""
    file = FOLDER / "results.json"
    return json.loads(file.read_text()) if file.exists() else {"machine": {"versions": {}}, "measures": {}}


def write(measures, missing, where):
    """Merges the new measures into the stored ones, in the order of the list."""
    before = results()
    after = before["measures"] | measures
    where["versions"] = before["machine"]["versions"] | where["versions"]
    where["versions"].pop("motherlode", None)  # each measure has its revision
    merged = {"machine": where, "measures": {name: after[name] for name in ALL if name in after}, "missing": missing}
    (FOLDER / "results.json").write_text(json.dumps(merged, indent=1, ensure_ascii=False) + "\n")
    (FOLDER / "RESULTS.md").write_text(page(merged))


main()
