// pg-boss with its fastest settings: batches of 500, fetched without a pause while they come full, woken by NOTIFY.
// It keeps finished jobs; a batch shares one result.
import pg from "pg";
import { PgBoss } from "pg-boss";

const connectionString = process.env.BENCH_PEER_DATABASE_URL;
const NAME = "bench";
const LEFT = "SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'bench' AND state < 'completed'";

async function open() {
  const boss = new PgBoss({ connectionString, max: 12, useListenNotify: true, schedule: false, supervise: false });
  boss.on("error", (error) => console.error(error));
  return boss.start();
}

export async function setUp() {
  const boss = await open();
  await boss.createQueue(NAME, { notify: true });
  await boss.stop({ graceful: false });
}

export async function producer() {
  const boss = await open();
  const pool = new pg.Pool({ connectionString, max: 1 });
  return {
    one: (data) => boss.send(NAME, data),
    many: (list) => boss.insert(NAME, list.map((data) => ({ data }))),
    left: async () => (await pool.query(LEFT)).rows[0].n,
    close: async () => {
      await pool.end();
      await boss.stop({ graceful: false });
    },
  };
}

export async function worker({ started, ended }) {
  const boss = await open();
  const options = { batchSize: 500, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5, localConcurrency: 2 };
  await boss.work(NAME, options, async (jobs) => {
    for (const job of jobs) started(job.data);
    ended(jobs.length);
  });
  return () => boss.stop({ graceful: false });
}
