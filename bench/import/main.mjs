// main.mjs MOTHERLODE ROWS: imports a generated file with the real binary into a fresh data directory, and prints rows a
// second and the highest memory beside their bars.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { administrator } from "../queue/lib/motherlode.mjs";
import { memoryMib } from "../queue/lib/process.mjs";
import { generate } from "./generate.mjs";

const BAR = { rowsPerSecond: 300_000, peakMib: 200 };
const LIMIT_SECONDS = 120;
const [program, rows] = [process.argv[2], Number(process.argv[3])];
const folder = mkdtempSync(join(tmpdir(), "motherlode-bench-"));
try {
  const file = join(folder, "Queries.csv");
  await generate(file, rows);
  const data = join(folder, "data");
  await administrator(program, ["--data-dir", data]);
  const whole = await importFile(file, data);
  report(file, whole, readingSeconds(data));
} finally {
  rmSync(folder, { recursive: true });
}

/** The whole command: copying the file, looking at it, reading it, the commit. */
function importFile(file, data) {
  const begun = performance.now();
  const args = ["import", file, "--website", "https://example.com", "--data-dir", data, "--json"];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  let peakMib = 0;
  let said = "";
  child.stdout.on("data", (piece) => (said += piece));
  const look = setInterval(() => (peakMib = Math.max(peakMib, highest(child.pid))), 20);
  const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_SECONDS * 1000);
  return new Promise((ok, failed) => {
    child.on("close", (code) => {
      clearInterval(look);
      clearTimeout(limit);
      if (code !== 0 || !new RegExp(`"rows": ?${rows}\\b`).test(said)) failed(new Error(`the import ended with ${code}: ${said}`));
      else ok({ seconds: (performance.now() - begun) / 1000, peakMib });
    });
  });
}

/** The kernel's own high-water mark, so that no peak is missed between two looks. */
function highest(pid) {
  try {
    return memoryMib(pid, "VmHWM");
  } catch {
    return 0;
  }
}

/** The run that reads the rows, from its start to its end. */
function readingSeconds(data) {
  const db = new DatabaseSync(join(data, "motherlode.db"), { readOnly: true });
  const run = db.prepare("SELECT started_at, finished_at FROM runs WHERE kind = 'import' AND status = 'succeeded'").get();
  db.close();
  return (Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000;
}

function report(file, whole, reading) {
  const mib = (statSync(file).size / 2 ** 20).toFixed(0);
  const rate = (seconds) => Math.round(rows / seconds).toLocaleString("en-GB");
  console.log(`Import of ${rows.toLocaleString("en-GB")} rows (${mib} MiB) on SQLite, load average ${loadavg()[0].toFixed(1)}:`);
  console.log(`  the run that reads them: ${rate(reading)} rows/s (bar ${BAR.rowsPerSecond.toLocaleString("en-GB")})`);
  console.log(`  the whole command: ${whole.seconds.toFixed(1)} s, ${rate(whole.seconds)} rows/s`);
  console.log(`  highest memory: ${whole.peakMib} MiB (bar ${BAR.peakMib})`);
}
