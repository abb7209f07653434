// Builds /shared.html after the application: the page of shared reports, with files of its own in assets/report. Readers of a
// report get nothing of the application, and the domain of an agency serves these files only.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** Folder of its files in the built application. */
export const FOLDER = 'assets/report';

/** The plugin of the build. `root` is the folder of package.json. */
export function sharedReport(root) {
  let dist = join(root, 'dist');
  return {
    name: 'shared-report',
    apply: 'build',
    configResolved({ build: { outDir } }) {
      dist = resolve(root, outDir);
    },
    async closeBundle() {
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        plugins: [react(), tailwindcss()],
        resolve: { alias: { '@': join(root, 'src') } },
        build: {
          emptyOutDir: false,
          outDir: dist,
          assetsDir: FOLDER,
          target: 'es2022',
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: join(root, 'shared.html') },
        },
      });
      checkNames(dist);
    },
  };
}

/** Fails if the page or one of its files shows the name of the software. */
function checkNames(dist) {
  const files = ['shared.html', ...readdirSync(join(dist, FOLDER)).map((name) => `${FOLDER}/${name}`)];
  const named = files.filter((file) => namesSoftware(readFileSync(join(dist, file), 'utf8')));
  if (named.length > 0) throw new Error(`The page of shared reports names Motherlode in ${named.join(', ')}`);
}

/** True for the name as a word of a text; keys of the browser's storage are written in lower case. */
export function namesSoftware(text) {
  return /\bMotherlode\b/.test(text);
}
