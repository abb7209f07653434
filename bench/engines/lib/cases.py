"""The folder of cases."""

import csv
import json


class Missing(Exception):
    """A file of cases is not in the folder; its measure is left out, and that is said."""


class Cases:
    """The folder, and how many cases the references may look at (None: all)."""

    def __init__(self, folder, few=None):
        self.folder, self.few = folder, few

    def path(self, name):
        """The file, or `Missing`."""
        found = self.folder / name
        if not found.is_file():
            raise Missing(f"there is no {name}")
        return found

    def lines(self, name):
        """JSON Lines."""
        return [json.loads(line) for line in self.path(name).read_text().splitlines() if line.strip()]

    def by_id(self, name):
        """JSON Lines by their id."""
        return {line["id"]: line for line in self.lines(name)}

    def json(self, name):
        """One JSON document."""
        return json.loads(self.path(name).read_text())

    def table(self, name):
        """A CSV file of numbers with a header: names and rows."""
        with self.path(name).open(newline="") as file:
            names, *rows = csv.reader(file)
        return names, [[float(cell) for cell in row] for row in rows]
