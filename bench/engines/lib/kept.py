"""Stored figures of references, for runs that do not ask them again."""


class Kept:
    """The references of the previous runs, by data and metric."""

    def __init__(self, measures):
        self.by_row = {(row["data"], row["metric"]): (measure["at"], row) for measure in measures.values() for row in measure["rows"]}

    def seconds(self, data):
        """CPU seconds of each reference on a data set."""
        return next((row["cpuReferences"] for _, row in self.by_row.values() if row["data"] == data), {})

    def references(self, data, metric, ours):
        """The references of a row. The figures of single cases are not stored, so a test holds only while ours are the same."""
        at, row = self.by_row.get((data, metric), (None, {"ours": None, "references": []}))
        return [still(reference, row["ours"], ours) | {"at": reference.get("at", at)} for reference in row["references"]]


def still(reference, before, ours):
    """A stored reference, without its test if our figure has changed since."""
    is_same = before is not None and ours is not None and abs(before - ours) <= 1e-9 * abs(before)
    return reference if is_same else {key: reference[key] for key in ("name", "cases", "value")} | {"ours": ours}
