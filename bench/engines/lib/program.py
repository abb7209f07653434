"""Our engines: `motherlode`, or the example `jsonl` of the crate `engines`."""

from lib.child import ask


class Program:
    """Where it is, and the folder of a sentence model, if one is to be used: of `motherlode`, models/NAME in a data directory."""

    def __init__(self, path, model=None):
        self.path, self.model = path, model

    def command(self, engine, task, clusters=None):
        """The words that start it."""
        if self.path.name == "motherlode":
            options = ["--clusters", str(clusters)] if clusters else []
            return [str(self.path), "engine", engine, task, "--input", "-", *options]
        return [str(self.path), engine, task, str(clusters or "-"), "-", *([str(self.model)] if self.model else [])]

    def without_model(self):
        """The same, without a sentence model."""
        return Program(self.path)

    def environment(self):
        """Where `motherlode` looks for a model: the data directory that has it, or one that is not there."""
        return {"MOTHERLODE_DATA_DIR": str(self.model.parent.parent if self.model else self.path.parent / "no-data")}

    def ask(self, engine, task, questions, clusters=None):
        """All answers to all questions, on one thread. It ends with 1 where a case could not be answered."""
        return ask(self.command(engine, task, clusters), questions, may_end_with=(0, 1), environment=self.environment())
