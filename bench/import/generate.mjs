// A file such as Search Console's Queries.csv, of any length, the same every time.
import { createWriteStream } from "node:fs";
import { once } from "node:events";

const WORDS = (
  "boots shoes trail running waterproof leather repair near me best cheap buy review sale women men kids winter summer " +
  "hiking camping tent stove lamp chair table price guide how to clean fix install compare vintage custom blue red green"
).split(" ");

/** Numbers that look random and never change. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function row(no, random) {
  const words = Array.from({ length: 2 + random(4) }, () => WORDS[random(WORDS.length)]);
  const impressions = 1 + random(5_000);
  const clicks = random(Math.ceil(impressions / 10) + 1);
  const share = ((clicks * 100) / impressions).toFixed(2);
  return `${words.join(" ")} ${no},${clicks},${impressions},${share}%,${(1 + random(900) / 10).toFixed(1)}\n`;
}

/** Writes `rows` rows to `path`. */
export async function generate(path, rows) {
  const file = createWriteStream(path);
  const random = numbers(1);
  file.write("Top queries,Clicks,Impressions,CTR,Position\n");
  for (let first = 0; first < rows; first += 5_000) {
    const piece = Array.from({ length: Math.min(5_000, rows - first) }, (_, i) => row(first + i, random)).join("");
    if (!file.write(piece)) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
}
