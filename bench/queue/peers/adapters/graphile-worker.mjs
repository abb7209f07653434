// graphile-worker with its fastest settings: a local queue of 500 and batched completion. It keeps no results: a
// finished job's row is deleted.
import { Logger, makeWorkerUtils, run } from "graphile-worker";
import pg from "pg";

const connectionString = process.env.BENCH_PEER_DATABASE_URL;
const logger = new Logger(() => () => {});
const NAME = "bench";

export async function setUp() {
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  await utils.release();
}

export async function producer() {
  const pool = new pg.Pool({ connectionString, max: 12 });
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  return {
    one: (data) => utils.addJob(NAME, data),
    many: (list) => utils.addJobs(list.map((payload) => ({ identifier: NAME, payload }))),
    left: async () => (await pool.query("SELECT count(*)::int AS n FROM graphile_worker._private_jobs")).rows[0].n,
    close: async () => {
      await utils.release();
      await pool.end();
    },
  };
}

export async function worker({ concurrency, started, ended }) {
  const bench = async (data) => {
    started(data);
    ended(1);
  };
  const preset = { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
  const options = { connectionString, concurrency, maxPoolSize: 12, noHandleSignals: true, logger, preset };
  const runner = await run({ ...options, taskList: { [NAME]: bench } });
  return () => runner.stop();
}
