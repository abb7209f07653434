// main.mjs OPTIONS: runs the steps, prints the table, writes results.json and RESULTS.md. Called by ../run.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { load, machine } from "./machine.mjs";
import { binaryTable, page, queueTable, rawTable, verdicts } from "./report.mjs";
import { steps } from "./steps.mjs";

// Nothing is begun after this.
const MOST_SECONDS = 1_200;

const text = { type: "string" };
const { values: args } = parseArgs({
  options: { bench: text, motherlode: text, pgbench: text, python: text, only: text, out: text, brief: { type: "boolean" } },
});

const all = steps(args, args.brief).filter(([name]) => !args.only || new RegExp(args.only).test(name));
const minute = () => `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
const about = { machine: await machine(args) };
const before = args.only && args.out ? kept() : { figures: {}, failures: [] };
const figures = before.figures;
const failures = before.failures.filter(({ step }) => !all.some(([name]) => name === step));
const begun = performance.now();

for (const [name, measure] of all) {
  const from = performance.now();
  if (from - begun > MOST_SECONDS * 1000) {
    failures.push({ step: name, error: "the time was up" });
    keep();
    continue;
  }
  try {
    delete figures[name];
    figures[name] = { ...(await measure()), at: minute(), load: load()[0] };
  } catch (error) {
    failures.push({ step: name, error: String(error.message).split("\n")[0].slice(0, 300) });
    console.error(error.message);
  }
  keep();
  const { runsPerSecond, p50Ms, p99Ms, seconds } = figures[name] ?? {};
  const found = JSON.stringify({ runsPerSecond, p50Ms, p99Ms, seconds });
  console.error(`${name.padEnd(28)} ${((performance.now() - from) / 1000).toFixed(1).padStart(5)} s  load ${load()[0]}  ${found}`);
}

if (failures.length) console.error(`${failures.length} steps have no figures: RESULTS.md names them`);
console.log([queueTable(figures), rawTable(figures), binaryTable(figures), verdicts(figures)].join("\n\n"));
process.exit(failures.length ? 1 : 0);

/** After each step, so that what was measured is kept if a later one hangs or is interrupted. */
function keep() {
  if (!args.out) return;
  const result = { ...about, figures, failures };
  writeFileSync(`${args.out}/results.json`, `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(`${args.out}/RESULTS.md`, page(result));
}

/** What stands in results.json. */
function kept() {
  const path = `${args.out}/results.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { figures: {}, failures: [] };
}
