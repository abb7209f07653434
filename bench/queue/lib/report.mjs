// Figures as one table, and as a page.

const NONE = "–";
const count = (value) => (value === undefined || value === null ? NONE : Math.round(value).toLocaleString("en-GB"));
const ms = (value) => (value === undefined || value === null ? NONE : value.toFixed(value < 10 ? 1 : 0));

const QUEUES = [
  ["embedded", "Motherlode, embedded (SQLite FULL)"],
  ["embedded normal", "Motherlode, embedded (SQLite NORMAL)"],
  ["distributed", "Motherlode, distributed (PostgreSQL, Redis)"],
  ["bullmq", "BullMQ (Redis)"],
  ["graphile-worker", "graphile-worker (PostgreSQL; local queue, batched completion)"],
  ["pg-boss", "pg-boss (PostgreSQL; batches of 500)"],
  ["celery", "Celery (Redis)"],
];

const HEAD = [
  "queue", "runs/s, bulk of 500", "enqueued/s, bulk", "runs/s, one by one", "runs/s, 50 callers",
  "runs/s, 5 progress updates each", "runs/s, a million waiting", "start at 100/s, p50 ms", "p99 ms",
];

function queueRow(figures, [key, name]) {
  const of = (what) => figures[`${key}.${what}`] ?? {};
  return [
    name, count(of("bulk").runsPerSecond), count(of("bulk").enqueuedPerSecond), count(of("single").runsPerSecond),
    count(of("callers").runsPerSecond), count(of("progress").runsPerSecond), count(of("backlog").runsPerSecond),
    ms(of("latency").p50Ms), ms(of("latency").p99Ms),
  ];
}

/** The one table: queues side by side. */
export function queueTable(figures) {
  return markdown(HEAD, QUEUES.map((queue) => queueRow(figures, queue)));
}

/** What the servers allow. */
export function rawTable(figures) {
  const rows = [1, 50, 500].map((batch) => [
    `PostgreSQL: insert, claim, finish in three commits, ${batch} at a time, 4 connections`,
    `${count(figures[`postgres.${batch}`]?.runsPerSecond)} runs/s`,
  ]);
  for (const pipeline of [1, 16]) {
    const found = figures[`redis.${pipeline}`] ?? {};
    rows.push([`Redis: LPUSH / RPOP of 200 bytes, 50 clients, ${pipeline} at a time`, `${count(found.LPUSH)} / ${count(found.RPOP)} a second`]);
  }
  return markdown(["what the servers allow", ""], rows);
}

/** Recovery and idle memory of the real binary, and its bars. */
export function binaryTable(figures) {
  const { "recovery.worker": worker = {}, "recovery.up": up = {} } = figures;
  const seconds = (value) => (value === undefined ? NONE : `${value.toFixed(1)} s`);
  return markdown(["the binary as it comes", "", "bar"], [
    ["`kill -9` of one of two workers: all its runs at work again", seconds(worker.seconds), "15 s"],
    ["`kill -9` of `motherlode up`, started again at once: all its runs at work again", seconds(up.seconds), "15 s"],
    ["… and ready for requests again", seconds(up.readySeconds), NONE],
    ["idle `motherlode up`, resident", up.idleMib === undefined ? NONE : `${up.idleMib} MiB`, "80 MiB"],
  ]);
}

/** Where a figure misses its bar, and by how much. */
export function verdicts(figures) {
  const best = (what, names) => Math.max(...names.map((name) => figures[`${name}.${what}`]?.runsPerSecond ?? 0));
  const lines = [];
  for (const mode of ["embedded", "distributed"]) {
    const of = (what) => figures[`${mode}.${what}`] ?? {};
    const than = (what, value, against, name) => {
      if (value && against) lines.push(`- ${mode}, ${what}: ${(value / against).toFixed(2)} times ${name}.`);
    };
    than("bulk of 500", of("bulk").runsPerSecond, best("bulk", ["bullmq"]), "BullMQ");
    than("bulk of 500", of("bulk").runsPerSecond, best("bulk", ["graphile-worker", "pg-boss"]), "the faster PostgreSQL queue");
    than("one by one from 50 callers", of("callers").runsPerSecond, best("callers", ["bullmq"]), "BullMQ");
    than("five progress updates a run", of("progress").runsPerSecond, of("bulk").runsPerSecond, "the speed without (bar: 0.5)");
    than("a million waiting", of("backlog").runsPerSecond, of("backlog").runsPerSecondBefore, backlogNote(of("backlog")));
    const [p50, p99] = mode === "embedded" ? [1, 5] : [2, 8];
    const { p50Ms, p99Ms } = of("latency");
    if (p50Ms) lines.push(`- ${mode}, start latency: p50 ${ms(p50Ms)} ms (bar ${p50}), p99 ${ms(p99Ms)} ms (bar ${p99}).`);
  }
  return lines.join("\n");
}

const backlogNote = ({ ratios = [] }) => `the speed just before (${ratios.join(", ")} in three tries)`;

function markdown(head, rows) {
  const widths = head.map((_, i) => Math.max(3, ...[head, ...rows].map((row) => row[i].length)));
  const line = (row) => `| ${row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(" | ")} |`;
  const rule = `|${widths.map((width, i) => (i ? `${"-".repeat(width + 1)}:` : "-".repeat(width + 2))).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** The page RESULTS.md. */
export function page({ machine, figures, failures }) {
  const times = Object.values(figures).map(({ at }) => at).sort();
  const loads = Object.values(figures).map(({ load }) => load);
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`).join(", ");
  return `# The queue beside its peers

Written by \`bench/queue/run\`; the same figures stand in \`results.json\`.

Measured from ${times[0]} to ${times.at(-1)}, one after another, on ${machine.cores} cores (${machine.processor}), ${machine.memoryGib} GiB, ${machine.system}.
Load average of a minute: ${Math.min(...loads)} to ${Math.max(...loads)}. ${loadNote(Math.max(...loads), machine)}
Versions: ${versions}.
PostgreSQL with fsync ${machine.settings.fsync} and synchronous_commit ${machine.settings.synchronousCommit}; Redis on AOF ${machine.settings.redisAppendfsync}; SQLite's synchronous ${machine.settings.sqliteSynchronous}.${machine.settings.build ? `\nBuild: ${machine.settings.build}.` : ""}

Payload about 200 bytes, 50 runs at once. A rate counts from the first enqueue to the last finish, enqueuing and working at the same time. Ours inserts,
claims and finishes a row, keeps its result and keeps and publishes an event; producer and worker share one process. The peers have a process for each.
BullMQ keeps job and result in Redis; graphile-worker deletes the finished job; pg-boss keeps the job, with one result a batch; Celery runs two processes (a
little faster here than 50 threads), acknowledges early (so a killed worker loses tasks) and enqueues one by one only. Start latency: from the commit of the insert
to the start of the handler, at 100 a second; ours includes the message over the bus that tells of the start. A million waiting: due runs of
a lane that nobody serves, written, flushed and left alone for 20 s before the clock starts; it is compared with the same
runs in the same database just before, three times, of which the one in the middle counts.

${queueTable(figures)}

${rawTable(figures)}

${binaryTable(figures)}

## Against the bar

${verdicts(figures)}
${failures.length ? `\nNot measured: ${failures.map(({ step, error }) => `${step} (${error})`).join("; ")}.\n` : ""}`;
}

function loadNote(highest, machine) {
  return highest > 2 * machine.cores
    ? "The machine was at work on much else: no figure is absolute, small ratios mean nothing, and ratios between columns least of all."
    : "";
}
