import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups, chunkName } from './scripts/chunks.mjs';
import { serviceWorker } from './scripts/service-worker.mjs';
import { sharedReport } from './scripts/shared-report.mjs';

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

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont(), keepDistMarker(), serviceWorker(ROOT), sharedReport(ROOT)],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups(ROOT) },
        chunkFileNames: (chunk) => `assets/${chunkName(chunk)}-[hash].js`,
      },
    },
  },
  server: {
    port: 5173,
    // The user guide and the method cards of the engines are in the docs folder.
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
