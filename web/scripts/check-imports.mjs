// Imports flow one way: app -> features -> components -> hooks -> api -> lib. One feature never imports another, and
// product code never imports the test helpers. Prints each violation, and fails.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const LAYERS = ['lib', 'api', 'hooks', 'components', 'features', 'app'];

/** Why `from` may not import `to` (both relative to src), or null. */
export function objection(from, to) {
  const [fromLayer, fromPart] = from.split('/');
  const [toLayer, toPart] = to.split('/');
  const isTest = /\.test\.tsx?$/.test(from) || fromLayer === 'testing';
  if (isTest) return null;
  if (toLayer === 'testing') return 'product code imports a test helper';
  if (fromLayer === 'features' && toLayer === 'features' && fromPart !== toPart) return 'a feature imports a feature';
  if (LAYERS.indexOf(toLayer) > LAYERS.indexOf(fromLayer) && LAYERS.includes(fromLayer)) {
    return `${fromLayer} imports ${toLayer}`;
  }
  return null;
}

/** Paths that `source` imports, relative to src; packages are left out. */
export function importsOf(file, source) {
  const found = [...source.matchAll(/(?:from|import)\s*\(?\s*'((?:@\/|\.)[^']+)'/g)].map((match) => match[1]);
  return found.map((path) => (path.startsWith('@/') ? path.slice(2) : posix.join(posix.dirname(file), path)));
}

function check(root) {
  const files = readdirSync(root, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  return files.flatMap((name) => {
    const file = name.replaceAll('\\', '/');
    const imports = importsOf(file, readFileSync(join(root, name), 'utf8'));
    return imports.map((to) => [file, to, objection(file, to)]).filter(([, , why]) => why);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../src', import.meta.url));
  const wrong = check(root);
  for (const [file, to, why] of wrong) console.error(`${relative('.', join('src', file))} -> ${to}: ${why}`);
  process.exit(wrong.length > 0 ? 1 : 0);
}
