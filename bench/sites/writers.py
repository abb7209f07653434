#!/usr/bin/env python3
"""writers.py URL DATABASE SITES: starts and cancels deployments of SITES sites in a running server, and prints how long another
writer of its SQLite file waited at most in each step: the longest transaction of the step.

Needs a server with the embedded database, a new data directory and no limit of new sites a day.
"""
import json
import sqlite3
import sys
import threading
import time
import urllib.request
from pathlib import Path

URL, DATABASE, SITES = sys.argv[1], sys.argv[2], int(sys.argv[3])
PACKS = Path(__file__).parent.parent.parent / "editorial/packs/en"
token = None


def call(method, path, body=None):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=300) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {path}: {error.code} {error.read()[:400]}")


class Waits(threading.Thread):
    """Takes the lock of writers again and again; the longest wait is the longest transaction."""

    def __init__(self):
        super().__init__(daemon=True)
        self.waits, self.runs = [], True

    def run(self):
        database = sqlite3.connect(DATABASE, timeout=0, isolation_level=None)
        while self.runs:
            begun = time.monotonic()
            while True:
                try:
                    database.execute("BEGIN IMMEDIATE")
                    database.execute("ROLLBACK")
                    break
                except sqlite3.OperationalError:
                    time.sleep(0.002)
            self.waits.append((time.monotonic() - begun) * 1000)
            time.sleep(0.02)


def measured(name, step):
    waits = Waits()
    waits.start()
    begun = time.monotonic()
    answer = step()
    took = time.monotonic() - begun
    waits.runs = False
    waits.join()
    longest = sorted(waits.waits)[-3:]
    print(f"{name}: {took:.2f} s; longest waits of another writer, ms: {', '.join(f'{wait:.0f}' for wait in longest)}", flush=True)
    return answer


def status(id):
    return call("GET", f"/api/deployments/{id}")["deployment"]["status"]


def cancel(id):
    begun = time.monotonic()
    answer = call("POST", f"/api/deployments/{id}/cancel", {})
    print(f"answered after {time.monotonic() - begun:.2f} s as {answer['deployment']['status']}")
    while status(id) != "cancelled":
        time.sleep(0.1)


def start(name):
    body = {"verticals": [path.stem for path in PACKS.glob("*.md")], "limit": SITES, "kind": "goldmine", "name": name, "minPopulation": 1000}
    return call("POST", "/api/dominator-pipeline/batch-deploy", body)["deployment"]


def building(seconds):
    time.sleep(seconds)


user = {"email": "ada@example.com", "password": "a long password of the bench", "firstName": "A", "lastName": "B"}
token = call("POST", "/api/auth/register", user)["data"]["tokens"]["accessToken"]
call("PUT", "/api/site-operator", {
    "legalName": "Bench Leads LLC", "email": "hello@bench.example", "postalAddress": "1 Main Street\nTulsa, OK 74103", "state": "OK",
    "country": "US", "reviewerName": "Ada North", "reviewerCredentials": "licensed attorney in Oklahoma",
})
first = measured("start", lambda: start("First"))
measured("create sites for 20 s", lambda: building(20))
measured("cancel", lambda: cancel(first["id"]))
measured("retry", lambda: call("POST", f"/api/deployments/{first['id']}/retry", {}))
measured("cancel again", lambda: cancel(first["id"]))
