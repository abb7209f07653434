// What is measured, in which order. Each step answers its figures, or why it has none.
import { celery, nodePeer } from "./peers.mjs";
import { ours } from "./ours.mjs";
import { postgres, redis } from "./raw.mjs";
import * as recovery from "./recovery.mjs";

// A first, small measurement tells how many runs fill about `seconds`; `backlog` runs wait meanwhile.
const full = { first: 1_000, seconds: 5, most: 100_000, backlog: 1_000_000, afterBacklog: 50_000, rawSeconds: 3, redis: 400_000, idleSeconds: 10 };
const brief = { first: 200, seconds: 0, most: 200, backlog: 5_000, afterBacklog: 1_000, rawSeconds: 1, redis: 5_000, idleSeconds: 1 };

/** Measures twice: with few runs, then with as many as fill the time. */
function sized(n, measure) {
  return async () => {
    const { runsPerSecond } = await measure(n.first);
    const count = Math.min(n.most, Math.max(n.first, Math.round((runsPerSecond * n.seconds) / 1000) * 1000));
    return measure(count);
  };
}

/** Measures three times; the one in the middle by how the backlog changed the speed. */
async function middle(measure) {
  const found = [];
  for (let i = 0; i < 3; i++) found.push(await measure());
  const ratio = ({ runsPerSecond, runsPerSecondBefore }) => runsPerSecond / runsPerSecondBefore;
  found.sort((a, b) => ratio(a) - ratio(b));
  return { ...found[1], ratios: found.map((each) => Number(ratio(each).toFixed(2))) };
}

function ourSteps(program, n) {
  const steps = {};
  for (const mode of ["embedded", "distributed"]) {
    const run = (...args) => ours(program, mode, args.map(String));
    const runs = (count, ...args) => run("throughput", "--runs", count, ...args);
    steps[`${mode}.bulk`] = sized(n, (count) => runs(count, "--bulk", 500));
    steps[`${mode}.single`] = sized(n, (count) => runs(count, "--bulk", 1));
    steps[`${mode}.callers`] = sized(n, (count) => runs(count, "--bulk", 1, "--callers", 50));
    steps[`${mode}.progress`] = sized(n, (count) => runs(count, "--bulk", 500, "--progress", 5));
    steps[`${mode}.latency`] = () => run("latency", "--seconds", Math.max(1, n.seconds));
    steps[`${mode}.backlog`] = () => middle(() => runs(n.afterBacklog, "--bulk", 500, "--backlog", n.backlog));
  }
  steps["embedded normal.bulk"] = sized(n, (count) =>
    ours(program, "embedded", ["--normal", "throughput", "--runs", String(count), "--bulk", "500"]),
  );
  return steps;
}

function nodeSteps(n) {
  const steps = {};
  for (const name of ["bullmq", "graphile-worker", "pg-boss"]) {
    const run = (...args) => nodePeer(name, args.map(String));
    const jobs = (count, ...args) => run("throughput", "--jobs", count, ...args);
    steps[`${name}.bulk`] = sized(n, (count) => jobs(count, "--bulk", 500));
    steps[`${name}.single`] = sized(n, (count) => jobs(count, "--bulk", 1));
    steps[`${name}.callers`] = sized(n, (count) => jobs(count, "--bulk", 1, "--callers", 50));
    steps[`${name}.latency`] = () => run("latency", "--seconds", Math.max(1, n.seconds));
    if (name === "bullmq") steps[`${name}.progress`] = sized(n, (count) => jobs(count, "--bulk", 500, "--progress", 5));
  }
  return steps;
}

// All queues with one kind of load before any with the next: what else the machine does meets all of them.
const ORDER = ["bulk", "callers", "latency", "single", "progress", "1", "50", "500", "16", "worker", "up", "backlog"];
const place = ([name]) => ORDER.indexOf(name.split(".")[1]);

/** All steps in their order, by name; programs: the paths of bench-queue, motherlode, pgbench and Celery's Python. */
export function steps(programs, isBrief) {
  const n = isBrief ? brief : full;
  const all = {
    ...ourSteps(programs.bench, n),
    ...nodeSteps(n),
    "celery.single": sized({ ...n, first: 200 }, (count) => celery(programs.python, ["throughput", String(count)])),
    "celery.latency": () => celery(programs.python, ["latency", "100", String(Math.max(1, n.seconds))]),
    "postgres.1": () => postgres(programs.pgbench, 1, n.rawSeconds),
    "postgres.50": () => postgres(programs.pgbench, 50, n.rawSeconds),
    "postgres.500": () => postgres(programs.pgbench, 500, n.rawSeconds),
    "redis.1": () => redis(1, n.redis),
    "redis.16": () => redis(16, n.redis),
    "recovery.worker": () => recovery.worker(programs.motherlode),
    "recovery.up": () => recovery.up(programs.motherlode, n.idleSeconds),
  };
  return Object.entries(all).sort((a, b) => place(a) - place(b));
}
