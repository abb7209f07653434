"""Rows as one table, and as a page."""

NONE = "–"
HEAD = ["engine", "data (cases)", "metric", "ours", "bar", "reference", "its figure", "ours compared with it", "published best", "CPU s, ours", "CPU s, reference"]


def markdown(rows):
    """One line for each metric and reference, in columns of even width."""
    cells = [line for row in rows for line in lines(row)]
    widths = [max(len(row[at]) for row in [HEAD, *cells]) for at in range(len(HEAD))]
    text = lambda row: "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |"
    return "\n".join([text(HEAD), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(text, cells)])


def lines(row):
    """A metric with several references takes several lines."""
    return [line(row, reference) for reference in row["references"] or [None]]


def line(row, reference):
    """One metric and one reference."""
    number = lambda value: figure(value, row["digits"])
    ours = number(row["ours"]) + (f" ({len(row['failed'])} not answered)" if row["failed"] else "")
    start = [row["engine"], row["data"], row["metric"], ours, bar(row)]
    end = [row["published"] or NONE, cpu(row)]
    if reference is None:
        return [*start, NONE, NONE, NONE, *end, NONE]
    theirs = number(reference["value"])
    return [*start, reference["name"], theirs, comparison(row, reference, number), *end, seconds(row["cpuReferences"][reference["name"]])]


def figure(value, digits):
    """Negative digits: scientific."""
    if value is None:
        return NONE
    return f"{value:.{digits}f}" if digits >= 0 else f"{value:.0e}"


def bar(row):
    """The aim, and whether it is reached."""
    if row["bar"] is None:
        return NONE
    return f"{row['bar']}, {'reached' if row['reached'] else 'missed'}"


def cpu(row):
    """With the time allowed."""
    allowed = row["cpuBar"]
    return seconds(row["cpu"]) + ("" if allowed is None else f" (≤ {allowed:g}, {'reached' if row['cpu'] <= allowed else 'missed'})")


def seconds(value):
    """Short times to the millisecond, as some take no more."""
    return f"{value:.3f}" if value < 0.1 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def comparison(row, reference, number):
    """The verdict; on how many cases, where the reference answered fewer; and the day of a stored reference."""
    kept = f" (reference of {reference['at'][:10]})" if "at" in reference else ""
    if "p" not in reference:
        return (f"not tested{kept}" if kept else "one case, no test")
    small = "p < .001" if reference["p"] < 0.001 else f"p = {reference['p']:.3f}".replace("0.", ".")
    fewer = f" ({number(reference['ours'])} on the same {reference['cases']})" if reference["ours"] != row["ours"] else ""
    return f"{reference['verdict']}, {small}, {reference['test']}{fewer}{kept}"


def page(results):
    """RESULTS.md."""
    machine, measures = results["machine"], results["measures"]
    times = sorted(measure["at"] for measure in measures.values())
    loads = [measure["load"] for measure in measures.values()]
    versions = ", ".join(f"{name} {value}" for name, value in machine["versions"].items())
    missing = "".join(f"\nNot measured: {name} ({why}).\n" for name, why in results["missing"].items())
    return PAGE.format(
        table=markdown([row for measure in measures.values() for row in measure["rows"]]),
        first=times[0], last=times[-1], least=min(loads), most=max(loads), missing=missing, revisions=revisions(measures), **machine | {"versions": versions}
    )


def revisions(measures):
    """Each revision with its measures, since a run with `--only` measures some of them."""
    by_revision = {}
    for name, measure in measures.items():
        by_revision.setdefault(measure.get("revision", "unknown"), []).append(name)
    return "; ".join(f"{revision} ({', '.join(names)})" for revision, names in by_revision.items())


PAGE = """# Engines compared with reference libraries

Written by `bench/engines/run CASES`; the same figures are in `results.json`.

**These are development halves, and methods were chosen on them.** Other halves of the same data sets are kept apart, and on those expect
somewhat less. The references were not tuned here, so read small leads with care.

Measured from {first} to {last}, one after another, on {cores} cores ({processor}), {memoryGib} GiB, {system}.
Load average of a minute: {least} to {most}. Versions: {versions}.
Revisions of the engines: {revisions}.

How it was measured:

- Ours and the reference answer the same cases, and the same scorer (`scores/`, each with the source of its metric) scores both.
- CPU seconds are user and system of one process held to one thread. Ours has start, reading and writing in it; of a reference only the
  answering counts, without the start and the imports of Python.
- The comparison is a test of paired cases, two-sided at 5 %: of means a paired t-test, below 30 cases Wilcoxon's signed ranks; of F1,
  Spearman, ECE and coverage a bootstrap of 1,000 draws over cases. With five cases Wilcoxon's p cannot fall below .06. "No difference" means
  none beyond noise. Rounds of the bandit depend on each other, so its p is too small.
- Published figures hold for the whole data sets, and the bars are the project's own aims.
- References run with their makers' defaults, except where `references/` says why. "Reference of DATE" was not asked again
  (`--keep-references`); its test is kept only if our figure is the same.

{table}
{missing}"""
