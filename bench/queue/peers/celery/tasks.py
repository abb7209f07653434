"""The task that Celery is measured with: gives its payload back, and when it began."""

import os
import time

from celery import Celery

app = Celery("bench", broker=os.environ["BENCH_CELERY_BROKER"], backend=os.environ["BENCH_CELERY_RESULTS"])
app.conf.update(task_serializer="json", result_serializer="json", accept_content=["json"], worker_prefetch_multiplier=4)


@app.task(name="bench")
def bench(data):
    """Nothing but the answer."""
    return {"at": time.monotonic_ns(), "echo": data["echo"]}
