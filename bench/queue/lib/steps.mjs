// What is measured, in which order. Each step answers its figures, or why it has none.
import { celery, nodePeer } from "./peers.mjs";
import { ours } from "./ours.mjs";
import { postgres, redis } from "./raw.mjs";
import * as recovery from "./recovery.mjs";

// Counts are chosen so that one measurement takes a few seconds and none more than about fifteen.
const full = {
  bulk: 60_000, single: 3_000, callers: 15_000, progress: 30_000, backlog: 1_000_000, afterBacklog: 40_000,
  celery: 2_500, seconds: 8, rawSeconds: 3, redis: 400_000, idleSeconds: 10,
};
const brief = {
  bulk: 1_000, single: 100, callers: 200, progress: 500, backlog: 5_000, afterBacklog: 1_000,
  celery: 100, seconds: 1, rawSeconds: 1, redis: 5_000, idleSeconds: 1,
};

const bulkOf = (runs) => ["throughput", "--runs", runs, "--bulk", 500];
const jobsOf = (jobs) => ["throughput", "--jobs", jobs, "--bulk", 500];

function ourSteps(program, n) {
  const steps = {};
  for (const mode of ["embedded", "distributed"]) {
    const measure = (...args) => () => ours(program, mode, args.map(String));
    steps[`${mode}.bulk`] = measure(...bulkOf(n.bulk));
    steps[`${mode}.single`] = measure("throughput", "--runs", n.single, "--bulk", 1);
    steps[`${mode}.callers`] = measure("throughput", "--runs", n.callers, "--bulk", 1, "--callers", 50);
    steps[`${mode}.progress`] = measure(...bulkOf(n.progress), "--progress", 5);
    steps[`${mode}.latency`] = measure("latency", "--seconds", n.seconds);
    steps[`${mode}.backlog`] = measure(...bulkOf(n.afterBacklog), "--backlog", n.backlog);
  }
  steps["embedded normal.bulk"] = () => ours(program, "embedded", ["--normal", ...bulkOf(n.bulk).map(String)]);
  return steps;
}

function nodeSteps(n) {
  const steps = {};
  for (const name of ["bullmq", "graphile-worker", "pg-boss"]) {
    const measure = (...args) => () => nodePeer(name, args.map(String));
    steps[`${name}.bulk`] = measure(...jobsOf(n.bulk));
    steps[`${name}.single`] = measure("throughput", "--jobs", n.single, "--bulk", 1);
    steps[`${name}.callers`] = measure("throughput", "--jobs", n.callers, "--bulk", 1, "--callers", 50);
    steps[`${name}.latency`] = measure("latency", "--seconds", n.seconds);
  }
  steps["bullmq.progress"] = () => nodePeer("bullmq", [...jobsOf(n.progress), "--progress", 5].map(String));
  return steps;
}

/** All steps by name; programs: the paths of bench-queue, motherlode, pgbench and Celery's Python. */
export function steps(programs, isBrief) {
  const n = isBrief ? brief : full;
  return {
    ...ourSteps(programs.bench, n),
    ...nodeSteps(n),
    "celery.single": () => celery(programs.python, ["throughput", String(n.celery)]),
    "celery.latency": () => celery(programs.python, ["latency", "100", String(n.seconds)]),
    "postgres.1": () => postgres(programs.pgbench, 1, n.rawSeconds),
    "postgres.50": () => postgres(programs.pgbench, 50, n.rawSeconds),
    "postgres.500": () => postgres(programs.pgbench, 500, n.rawSeconds),
    "redis.1": () => redis(1, n.redis),
    "redis.16": () => redis(16, n.redis),
    "recovery.worker": () => recovery.worker(programs.motherlode),
    "recovery.up": () => recovery.up(programs.motherlode, n.idleSeconds),
  };
}
