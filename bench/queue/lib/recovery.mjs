// How soon runs go on after `kill -9`, and what an idle installation holds, by the real binary as it comes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { redisUrl, sql, withDatabase } from "./databases.mjs";
import { administrator, serve, signIn } from "./motherlode.mjs";
import { memoryMib, output, start, until } from "./process.mjs";

const RUNS = 4;
// Four self-tests that would take a minute.
const ASKED = { kind: "probe", lane: "interactive", payload: { sleepMs: 60_000 }, children: RUNS };
const AT_WORK = "SELECT count(*)::int AS n, min(attempt) AS attempt FROM runs WHERE status = 'running' AND kind = 'probe' AND worker_id IS NOT NULL";

/** One of two workers is killed in the middle of its runs: seconds until all of them are at work again. */
export function worker(program) {
  return withDatabase("bench_recovery", async (url) => {
    await output("redis-cli", ["-u", redisUrl(7), "flushdb"]);
    const env = { DATABASE_URL: url, REDIS_URL: redisUrl(7), MOTHERLODE_SECRET: "only-for-the-bench-0123456789abcdef" };
    await output(program, ["migrate"], { env });
    await administrator(program, [], env);
    const running = [];
    try {
      const api = await serve(program, ["api"], env);
      running.push(api);
      const first = start(program, ["worker"], env);
      running.push(first);
      const client = await signIn(api.url);
      await client.post("/api/runs", ASKED);
      await until("runs at work", async () => (await sql(url, AT_WORK))[0].n === RUNS);
      running.push(start(program, ["worker"], env));
      await until("a second worker", async () => (await sql(url, "SELECT count(*)::int AS n FROM workers"))[0].n === 2);
      await sleep(1000);
      const killed = performance.now();
      await first.end();
      const again = async () => {
        const [row] = await sql(url, AT_WORK);
        return row.n === RUNS && row.attempt === 2;
      };
      await until("runs at work again", again, { seconds: 60, everyMs: 50 });
      return { runs: RUNS, seconds: (performance.now() - killed) / 1000 };
    } finally {
      for (const process of running) await process.end();
    }
  });
}

/** `motherlode up`: its idle memory; then it is killed in the middle of its runs and started again at once. */
export async function up(program, idleSeconds) {
  const folder = mkdtempSync(join(tmpdir(), "motherlode-bench-"));
  const at = ["--data-dir", join(folder, "data")];
  let server;
  try {
    const begun = performance.now();
    server = await serve(program, ["up", ...at]);
    const startSeconds = (performance.now() - begun) / 1000;
    await sleep(idleSeconds * 1000);
    const idleMib = memoryMib(server.pid, "VmRSS");
    await administrator(program, at);
    const recovered = await killAndStart(program, at, server, (next) => (server = next));
    return { startSeconds, idleSeconds, idleMib, ...recovered };
  } finally {
    await server?.end();
    rmSync(folder, { recursive: true });
  }
}

async function killAndStart(program, at, server, started) {
  const client = await signIn(server.url);
  const parent = (await client.post("/api/runs", ASKED)).run;
  await until("runs at work", () => atWork(client, parent, 1));
  await sleep(1000);
  const killed = performance.now();
  await server.end();
  const next = await serve(program, ["up", ...at], {}, server.ports);
  started(next);
  const readySeconds = (performance.now() - killed) / 1000;
  const again = await signIn(next.url);
  await until("runs at work again", () => atWork(again, parent, 2), { seconds: 60 });
  return { runs: RUNS, readySeconds, seconds: (performance.now() - killed) / 1000 };
}

async function atWork(client, parent, attempt) {
  const { runs } = await client.get(`/api/runs/${parent.id}/children`);
  return runs.length === RUNS && runs.every((run) => run.status === "running" && run.attempt === attempt);
}
