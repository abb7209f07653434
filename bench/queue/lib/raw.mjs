// What the servers themselves allow.
import { fileURLToPath } from "node:url";

import { redisPort, sql, withDatabase } from "./databases.mjs";
import { output } from "./process.mjs";

// A run with nothing around it: a time-ordered id, a payload of 200 bytes, one index beside the primary key. Insert,
// claim and finish are a commit each. The rows are made in the server: no queue can be faster through SQL.
const SCHEMA = `
CREATE SEQUENCE ids;
CREATE TABLE runs (id uuid PRIMARY KEY, status text NOT NULL, attempt int NOT NULL, payload jsonb NOT NULL,
  result jsonb, wake_at timestamptz, created_at timestamptz NOT NULL, finished_at timestamptz);
CREATE INDEX to_wake ON runs (status, wake_at) WHERE finished_at IS NULL;
CREATE PROCEDURE round(n int) LANGUAGE plpgsql AS $$
DECLARE batch uuid[];
BEGIN
  WITH new AS (INSERT INTO runs (id, status, attempt, payload, wake_at, created_at)
    SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(nextval('ids')), 12, '0'))::uuid, 'queued', 0,
      jsonb_build_object('echo', repeat('x', 185)), now() + interval '5 seconds', now()
      FROM generate_series(1, n) RETURNING id)
  SELECT array_agg(id) INTO batch FROM new;
  COMMIT;
  UPDATE runs SET status = 'running', attempt = attempt + 1, wake_at = now() + interval '10 seconds'
    WHERE id = ANY(batch) AND status = 'queued';
  COMMIT;
  UPDATE runs SET status = 'succeeded', wake_at = NULL, finished_at = now(), result = payload
    WHERE id = ANY(batch) AND status = 'running' AND attempt = 1;
  COMMIT;
END $$`;

const CLIENTS = 4;

/** Runs a second by `insert; claim; finish` in batches of `batch`, from four connections. */
export function postgres(pgbench, batch, seconds) {
  return withDatabase("bench_raw", async (url) => {
    await sql(url, SCHEMA);
    const script = fileURLToPath(new URL(`round-${batch}.sql`, import.meta.url));
    const args = ["-n", "-c", String(CLIENTS), "-T", String(seconds), "-f", script, url];
    const said = await output(pgbench, args, { seconds: seconds + 30 });
    const rounds = Number(/tps = ([\d.]+)/.exec(said)[1]);
    return { batch, clients: CLIENTS, runsPerSecond: Math.round(rounds * batch) };
  });
}

/** LPUSH and RPOP of 200 bytes a second from 50 clients, one by one or `pipeline` at a time. */
export async function redis(pipeline, requests) {
  const args = ["-p", redisPort, "--dbnum", "6", "-c", "50", "-d", "200", "-n", String(requests), "-P", String(pipeline)];
  const said = await output("redis-benchmark", [...args, "-t", "lpush,rpop", "--csv"]);
  const rates = [...said.matchAll(/^"(LPUSH|RPOP)[^"]*","([\d.]+)"/gm)].map(([, name, rate]) => [name, Math.round(Number(rate))]);
  return { pipeline, ...Object.fromEntries(rates) };
}
