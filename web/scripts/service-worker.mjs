// Builds /service-worker.js after the application: with the list of its files, and a version that changes with any.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Files that the application does not need offline. */
const LEFT_OUT = [/^service-worker\.js$/, /\.map$/, /^\.gitkeep$/, /inter-latin-ext/, /look-(dark|light)/, /^icon-/];

/** The page of shared reports, which is not a page of the application. */
const SHARED = /^(shared\.html|assets\/report\/)/;

/** Paths of the built files that are cached for an offline start, sorted. */
export function shellFiles(names) {
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !SHARED.test(name))
    .filter((name) => !LEFT_OUT.some((pattern) => pattern.test(name.split('/').at(-1))))
    .map((name) => `/${name}`)
    .sort();
}

/** Changes with the name or the content of any file. */
export function versionOf(files, read) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(read(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** The plugin of the build. `root` is the folder of package.json. */
export function serviceWorker(root) {
  let dist = join(root, 'dist');
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved({ build: { outDir } }) {
      dist = resolve(root, outDir);
    },
    async closeBundle() {
      const found = readdirSync(dist, { recursive: true, withFileTypes: true });
      const names = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const files = shellFiles(names.map((name) => name.slice(dist.length + 1)));
      const version = versionOf(files, (file) => readFileSync(join(dist, file)));
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        define: { __SHELL__: JSON.stringify(files), __VERSION__: JSON.stringify(version) },
        build: {
          emptyOutDir: false,
          outDir: dist,
          target: 'es2022',
          lib: {
            entry: join(root, 'src/service-worker/worker.ts'),
            formats: ['iife'],
            name: 'worker',
            fileName: () => 'service-worker.js',
          },
        },
      });
    },
  };
}
