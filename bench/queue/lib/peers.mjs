// The peers' figures, by their drivers.
import { redisUrl, withDatabase } from "./databases.mjs";
import { lastObject, output } from "./process.mjs";

const FOLDER = new URL("../peers/", import.meta.url).pathname;
const LIMIT_SECONDS = 60;

/** bullmq, graphile-worker or pg-boss; args: of drive.mjs. */
export function nodePeer(name, args) {
  return withDatabase("bench_peer", async (url) => {
    await output("redis-cli", ["-u", redisUrl(3), "flushdb"]);
    const env = { BENCH_PEER_DATABASE_URL: url, BENCH_PEER_REDIS_URL: redisUrl(3) };
    return lastObject(process.execPath, ["drive.mjs", name, ...args], { cwd: FOLDER, seconds: LIMIT_SECONDS, env });
  });
}

/** Celery with Redis as broker and keeper of results; args: of drive.py. */
export async function celery(python, args) {
  for (const number of [4, 5]) await output("redis-cli", ["-u", redisUrl(number), "flushdb"]);
  const env = { BENCH_CELERY_BROKER: redisUrl(4), BENCH_CELERY_RESULTS: redisUrl(5) };
  return lastObject(python, [`${FOLDER}celery/drive.py`, ...args], { seconds: LIMIT_SECONDS, env });
}
