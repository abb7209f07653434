"""The references, each a program of its own in `references/`, so that its CPU seconds can be measured."""

import sys
from pathlib import Path

from lib.child import ask

FOLDER = Path(__file__).parent.parent


def reference(name, questions):
    """Answers of `references/NAME`, where the first word of the name is a file and the second a method of it."""
    file, method = name.split(" ")
    answers = ask([sys.executable, "-W", "ignore", "-m", f"references.{file}", method], questions, FOLDER)
    # Without start and imports of Python, which are no fault of the method. Ours counts whole.
    answers.cpu = answers.by_id.pop("cpu")["seconds"]
    return answers
