"""drive.py throughput JOBS | latency RATE SECONDS: measures Celery from the first enqueue to the last result.

Celery has no bulk enqueue: tasks go one by one through one kept connection. Prints one JSON object.
"""

import json
import os
import subprocess
import sys
import time

import redis

from tasks import app, bench

POOL = os.environ.get("BENCH_CELERY_POOL", "prefork")
SLOTS = os.environ.get("BENCH_CELERY_SLOTS", "2")
RESULTS = redis.Redis.from_url(os.environ["BENCH_CELERY_RESULTS"])
PAYLOAD = {"echo": "x" * 170}


def start_worker():
    """A worker process that is ready: it has answered one task."""
    command = [sys.executable, "-m", "celery", "-A", "tasks", "worker", "-P", POOL, "-c", SLOTS, "-l", "ERROR"]
    command += ["--without-gossip", "--without-mingle"]
    folder = os.path.dirname(os.path.abspath(__file__))
    worker = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    bench.apply_async((PAYLOAD,)).get(timeout=30)
    RESULTS.flushdb()
    return worker


def enqueue(producer):
    """One task; answers its id and when it was enqueued."""
    task = bench.apply_async((PAYLOAD,), producer=producer)
    return task.id, time.monotonic_ns()


def throughput(jobs):
    """Tasks a second."""
    begun = time.monotonic()
    with app.producer_or_acquire() as producer:
        for _ in range(jobs):
            enqueue(producer)
    enqueued = time.monotonic() - begun
    while RESULTS.dbsize() < jobs:
        time.sleep(0.002)
    took = time.monotonic() - begun
    return {"runs": jobs, "seconds": took, "runsPerSecond": round(jobs / took), "enqueuedPerSecond": round(jobs / enqueued)}


def latency(rate, seconds):
    """From the answer to each enqueue to the start of the task."""
    sent = []
    begun = time.monotonic()
    with app.producer_or_acquire() as producer:
        for n in range(rate * seconds):
            time.sleep(max(0.0, begun + n / rate - time.monotonic()))
            sent.append(enqueue(producer))
    time.sleep(1.5)
    waits = []
    for task, at in sent:
        stored = RESULTS.get(f"celery-task-meta-{task}")
        if stored:
            waits.append(max(0.0, (json.loads(stored)["result"]["at"] - at) / 1e6))
    waits.sort()

    def quantile(percent):
        return waits[max(1, -(-len(waits) * percent // 100)) - 1] if waits else None

    return {"ratePerSecond": rate, "asked": len(sent), "heard": len(waits), "p50Ms": quantile(50), "p99Ms": quantile(99)}


def main():
    """What the command line asks for."""
    what, *numbers = sys.argv[1:]
    worker = start_worker()
    try:
        figures = {"throughput": throughput, "latency": latency}[what](*map(int, numbers))
        print(json.dumps({"what": what, "peer": "celery", **figures}))
    finally:
        worker.kill()
        worker.wait()


main()
