// Packs the built files that shrink by it, next to each: NAME.br and NAME.gz. The server sends them as they are. In the
// end writes `build-id`, which changes with any of them: who finds it in a binary knows that this build is inside.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const SHRINKS = /\.(css|html|js|json|svg|txt|webmanifest)$/;
/** Smaller files fit into one packet anyway. */
const LEAST_BYTES = 1024;

const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && SHRINKS.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

const hash = createHash('sha256');
for (const file of files.sort()) {
  const bytes = readFileSync(file);
  hash.update(bytes);
  if (bytes.length < LEAST_BYTES) continue;
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
writeFileSync(join(DIST, 'build-id'), `${hash.digest('hex')}\n`);
