// Looks for every promised text in the built scripts, and fails when one is missing.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROMISED } from './promised-texts.mjs';

const ASSETS = fileURLToPath(new URL('../dist/assets', import.meta.url));
const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
const build = scripts.map((name) => readFileSync(`${ASSETS}/${name}`, 'utf8')).join('\n');

/** True for the text as a literal of its own, not as a part of a longer one. */
function isSaid(text) {
  return ['`', '"', "'"].some((quote) => build.includes(`${quote}${text}${quote}`));
}

const missing = PROMISED.filter((text) => !isSaid(text));
for (const text of missing) console.error(`Not in the build: ${text}`);
process.exit(missing.length > 0 ? 1 : 0);
