// Where it was measured, with what.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, totalmem } from "node:os";

import { sql } from "./databases.mjs";
import { output } from "./process.mjs";

const peers = createRequire(new URL("../peers/package.json", import.meta.url))("./package.json").dependencies;
const celery = readFileSync(new URL("../peers/celery/requirements.txt", import.meta.url), "utf8");

/** The load averages of the last 1, 5 and 15 minutes: above the number of cores, others were at work too. */
export const load = () => loadavg().map((value) => Math.round(value * 100) / 100);

/** Machine, versions, settings. */
export async function machine(programs) {
  const url = process.env.DATABASE_URL_TEST;
  const show = async (name) => (await sql(url, `SHOW ${name}`))[0][name];
  const [kernel, redis, motherlode] = await Promise.all([
    output("uname", ["-sr"]),
    output("redis-server", ["--version"]),
    output(programs.motherlode, ["--version"]),
  ]);
  return {
    processor: cpus()[0].model,
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: kernel.trim(),
    versions: {
      motherlode: motherlode.trim().split(" ").at(-1),
      postgresql: await show("server_version"),
      redis: /v=(\S+)/.exec(redis)[1],
      ...peers,
      celery: /celery\S*==(\S+)/.exec(celery)[1],
    },
    settings: {
      fsync: await show("fsync"),
      synchronousCommit: await show("synchronous_commit"),
      redisAppendfsync: "everysec",
      sqliteSynchronous: "FULL, where NORMAL is not named",
      ...(process.env.BENCH_BUILD && { build: process.env.BENCH_BUILD }),
    },
  };
}
