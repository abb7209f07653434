// BullMQ on Redis. Finished jobs and their results are kept, as our runs are.
import { Queue, Worker } from "bullmq";

const connection = { url: process.env.BENCH_PEER_REDIS_URL, maxRetriesPerRequest: null };
const NAME = "bench";

export async function setUp() {}

export async function producer() {
  const queue = new Queue(NAME, { connection });
  await queue.waitUntilReady();
  return {
    one: (data) => queue.add(NAME, data),
    many: (list) => queue.addBulk(list.map((data) => ({ name: NAME, data }))),
    left: async () => {
      const counts = await queue.getJobCounts("wait", "active", "prioritized", "delayed");
      return Object.values(counts).reduce((sum, n) => sum + n, 0);
    },
    close: () => queue.close(),
  };
}

export async function worker({ concurrency, progress, started, ended }) {
  const handle = async (job) => {
    started(job.data);
    for (let step = 1; step <= progress; step += 1) await job.updateProgress((step * 100) / progress);
    return { echo: job.data.echo };
  };
  const worker = new Worker(NAME, handle, { connection, concurrency });
  worker.on("completed", () => ended(1));
  await worker.waitUntilReady();
  return () => worker.close(true);
}
