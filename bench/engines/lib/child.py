"""A child process that reads JSON Lines and writes JSON Lines, and what it cost."""

import json
import os
import subprocess
import tempfile
import time
from dataclasses import dataclass

# One thread: numerical libraries would else take all cores, and CPU seconds would depend on the machine.
ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")}


@dataclass
class Answers:
    """Answers by id, without those that failed; CPU seconds, wall seconds and the most memory of the process."""

    by_id: dict
    failed: dict
    cpu: float
    wall: float
    peak_mib: float


def ask(command, questions, folder=None, may_end_with=(0,), environment=None):
    """Sends all questions as a file; the answers come as a file too, so that neither waits for the other."""
    with tempfile.TemporaryFile("w+") as sent, tempfile.TemporaryFile("w+") as got:
        sent.writelines(json.dumps(question) + "\n" for question in questions)
        sent.seek(0)
        begun = time.monotonic()
        child = subprocess.Popen(command, stdin=sent, stdout=got, stderr=subprocess.PIPE, text=True, env=os.environ | ONE_THREAD | (environment or {}), cwd=folder)
        said = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in may_end_with:
            raise RuntimeError(f"{command[0]} ended with {child.returncode}: {said.strip()[-500:]}")
        got.seek(0)
        lines = [json.loads(line) for line in got]
    failed = {line["id"]: line["error"]["detail"] for line in lines if "error" in line}
    answers = {line["id"]: line for line in lines if "error" not in line}
    return Answers(answers, failed, usage.ru_utime + usage.ru_stime, time.monotonic() - begun, usage.ru_maxrss / 1024)


def talk(command, say):
    """A conversation: `say(question)` sends a line and reads one. Answers what `say` ends with, and CPU seconds."""
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1, env=os.environ | ONE_THREAD)
    result = say(child)
    child.stdin.close()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return result, usage.ru_utime + usage.ru_stime
