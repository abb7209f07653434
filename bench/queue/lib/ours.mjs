// Our own figures, by the program bench-queue.
import { redisUrl, withDatabase } from "./databases.mjs";
import { lastObject } from "./process.mjs";

const LIMIT_SECONDS = 120;

/** mode: embedded or distributed; args: of bench-queue. */
export function ours(program, mode, args) {
  if (mode === "embedded") return lastObject(program, args, { seconds: LIMIT_SECONDS });
  return withDatabase("bench_ours", (url) =>
    lastObject(program, ["--database-url", url, "--redis-url", redisUrl(2), ...args], { seconds: LIMIT_SECONDS }),
  );
}
