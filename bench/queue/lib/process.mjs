// Running other programs, always with an end.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Runs a program to its end, at most `seconds`; answers its standard output. */
export function output(command, args, { seconds = 60, env = {}, cwd, input } = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "pipe"] });
  const said = { out: "", err: "" };
  child.stdout.on("data", (piece) => (said.out += piece));
  child.stderr.on("data", (piece) => (said.err += piece));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const limit = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
  return new Promise((ok, failed) => {
    child.on("error", failed);
    child.on("close", (code) => {
      clearTimeout(limit);
      if (code === 0) ok(said.out);
      else failed(new Error(`${basename(command)} ended with ${code ?? `the limit of ${seconds} s`}: ${said.err.slice(-2000)}`));
    });
  });
}

/** The JSON object on the last line of what a program prints. */
export async function lastObject(command, args, options) {
  const lines = (await output(command, args, options)).trim().split("\n");
  return JSON.parse(lines.at(-1));
}

/** Starts a program that stays; `end` stops it in any case. */
export function start(command, args, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (piece) => (log = (log + piece).slice(-4000)));
  const gone = new Promise((ok) => child.on("close", ok));
  return { pid: child.pid, log: () => log, gone, end: () => (child.kill("SIGKILL"), gone) };
}

/** Asks again until `look` answers something truthy; fails after `seconds`. */
export async function until(what, look, { seconds = 30, everyMs = 20 } = {}) {
  const limit = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found) return found;
    if (performance.now() > limit) throw new Error(`${what}: not within ${seconds} s`);
    await sleep(everyMs);
  }
}

/** A field of /proc/PID/status in MiB: VmRSS, VmHWM. */
export function memoryMib(pid, field) {
  const line = readFileSync(`/proc/${pid}/status`, "utf8").split("\n").find((row) => row.startsWith(`${field}:`));
  return Math.round((Number(line.split(/\s+/)[1]) / 1024) * 10) / 10;
}

/** A loopback port that is free at this moment. */
export function freePort() {
  const server = createServer();
  return new Promise((ok) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => ok(port));
    });
  });
}
