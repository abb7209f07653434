import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { serviceWorker } from './scripts/service-worker.mjs';

/** Address of the API server that the development server forwards to. */
const API = process.env.MOTHERLODE_URL ?? 'http://127.0.0.1:3000';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** The server embeds `dist`, so the folder must exist in a fresh checkout: the build keeps its marker file. */
function keepDistMarker(): Plugin {
  return {
    name: 'keep-dist-marker',
    apply: 'build',
    closeBundle() {
      writeFileSync(fileURLToPath(new URL('./dist/.gitkeep', import.meta.url)), '');
    },
  };
}

/** Asks the browser for the Latin face of Inter early, so that text does not shift when it arrives. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const font = Object.keys(context.bundle ?? {}).find((name) => /inter-latin-wght.*\.woff2$/.test(name));
        if (!font) return [];
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' as const }];
      },
    },
  };
}

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** Libraries used as a whole by the first page. Only parts of others are used, and their index would include all. */
const WHOLE =
  /\/node_modules\/(react|react-dom|scheduler|react-router|zustand|clsx|tailwind-merge|@tanstack\/(react-query|query-core))\//;

/**
 * One file for everything that the first page needs: left to itself the bundler makes a file of its own of each piece that
 * a later page needs too, a dozen of a few hundred bytes, and each is a way to the server and back before anything is shown.
 */
function firstLoad(): (id: string, graph: Graph) => string | null {
  let first: Set<string> | null = null;
  return (id, graph) => {
    first ??= reachable(`${ROOT}src/main.tsx`, graph);
    return first.has(id) && (!id.includes('/node_modules/') || WHOLE.test(id)) ? 'first' : null;
  };
}

/** The chart library with all that only it needs: fetched when the first chart is shown. */
const CHARTS =
  /\/node_modules\/(recharts|victory-vendor|d3-[a-z]+|internmap|@reduxjs|redux|redux-thunk|react-redux|reselect|immer|es-toolkit|decimal\.js-light|eventemitter3|tiny-invariant|use-sync-external-store|react-is)\//;

/** Returns the modules reachable by static imports; dynamic imports are excluded. */
function reachable(from: string, graph: Graph): Set<string> {
  const found = new Set([from]);
  // Iterating over a set includes elements added meanwhile.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont(), keepDistMarker(), serviceWorker(ROOT)],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: firstLoad(), priority: 1 },
            { name: 'charts', test: CHARTS },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // The method cards of the engines are in the docs folder.
    fs: { allow: ['.', '../docs'] },
    proxy: {
      '/api': API,
      '/config.json': API,
      '/healthz': API,
      '/preview': API,
      '/sites': API,
      '/ws': { target: API, ws: true },
      '/socket.io': { target: API, ws: true },
    },
  },
});
