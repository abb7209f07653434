// worker.mjs PEER CONCURRENCY PROGRESS: a worker process of a peer. Tells its parent when it is ready, how many jobs
// have ended, and (asked for) when each began, on the clock that all processes of a machine share.
const [peer, concurrency, progress] = process.argv.slice(2);
const adapter = await import(`./adapters/${peer}.mjs`);
const starts = [];
let ended = 0;
let told = 0;

const tell = setInterval(() => {
  if (ended !== told) process.send({ ended: (told = ended) });
}, 2);

const close = await adapter.worker({
  concurrency: Number(concurrency),
  progress: Number(progress),
  started: (data) => starts.push([data.n, Number(process.hrtime.bigint())]),
  ended: (n) => (ended += n),
});
process.on("message", async (message) => {
  if (message === "starts") return process.send({ starts });
  clearInterval(tell);
  await Promise.race([close(), new Promise((ok) => setTimeout(ok, 3000))]);
  process.exit(0);
});
process.on("disconnect", () => process.exit(1));
process.send({ ready: true });
