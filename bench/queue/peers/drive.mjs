// drive.mjs PEER throughput --jobs N --bulk N --callers N --progress N | latency --rate N --seconds N
// Measures a peer the way bench-queue measures ours: from the first enqueue to the last finish, or from the answer to
// each enqueue to the start of its handler. Producer and worker are two processes, so that both cores can be used.
// One JSON object on standard output.
import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

const CONCURRENCY = 50;
const [peer, what, ...rest] = process.argv.slice(2);
const number = (value) => ({ type: "string", default: String(value) });
const { values } = parseArgs({
  args: rest,
  options: {
    jobs: number(20_000), bulk: number(500), callers: number(1), progress: number(0), rate: number(100), seconds: number(5),
  },
});
const asked = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));

const adapter = await import(`./adapters/${peer}.mjs`);
await adapter.setUp();
const producer = await adapter.producer();
const worker = await startWorker();
const figures = what === "latency" ? await latency() : await throughput();
console.log(JSON.stringify({ what, peer, ...figures }));
worker.send("stop");
await producer.close();

async function startWorker() {
  const path = new URL("worker.mjs", import.meta.url).pathname;
  const child = fork(path, [peer, String(CONCURRENCY), String(asked.progress)]);
  await new Promise((ok, failed) => {
    child.once("message", ok);
    child.once("exit", (code) => failed(new Error(`the worker of ${peer} ended with ${code}`)));
  });
  await sleep(500);
  return child;
}

function payload(n) {
  return { n, echo: "x".repeat(170) };
}

async function throughput() {
  const { jobs, bulk, callers } = asked;
  const allEnded = new Promise((ok) => worker.on("message", ({ ended }) => ended >= jobs && ok()));
  const batches = [];
  for (let first = 0; first < jobs; first += bulk) {
    batches.push(Array.from({ length: Math.min(bulk, jobs - first) }, (_, i) => payload(first + i)));
  }
  const begun = performance.now();
  await Promise.all(Array.from({ length: callers }, () => enqueue(batches, bulk)));
  const enqueued = performance.now();
  await allEnded;
  while ((await producer.left()) > 0) await sleep(2);
  const took = (performance.now() - begun) / 1000;
  const enqueuedPerSecond = Math.round(jobs / ((enqueued - begun) / 1000));
  return { ...asked, runs: jobs, seconds: took, runsPerSecond: Math.round(jobs / took), enqueuedPerSecond };
}

async function enqueue(batches, bulk) {
  for (let batch = batches.pop(); batch; batch = batches.pop()) {
    await (bulk === 1 ? producer.one(batch[0]) : producer.many(batch));
  }
}

async function latency() {
  const count = asked.rate * asked.seconds;
  const committed = new Map();
  const pending = [];
  const begun = performance.now();
  for (let n = 0; n < count; n += 1) {
    await sleep(Math.max(0, begun + (n * 1000) / asked.rate - performance.now()));
    pending.push(producer.one(payload(n)).then(() => committed.set(n, Number(process.hrtime.bigint()))));
  }
  await Promise.all(pending);
  await sleep(1500);
  const starts = await new Promise((ok) => {
    worker.on("message", (message) => message.starts && ok(message.starts));
    worker.send("starts");
  });
  const waits = starts.map(([n, at]) => Math.max(0, (at - committed.get(n)) / 1e6)).sort((a, b) => a - b);
  const quantile = (percent) => waits[Math.max(1, Math.ceil((waits.length * percent) / 100)) - 1] ?? null;
  return { ratePerSecond: asked.rate, asked: count, heard: waits.length, p50Ms: quantile(50), p99Ms: quantile(99) };
}
