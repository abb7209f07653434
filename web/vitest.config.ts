import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const alias = { '@': `${root}src` };

/** Files that replace modules: whoever imported such a module earlier in the same process keeps the real one. */
const replacing = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(`${root}src/${file}`, 'utf8')))
  .map((file) => `src/${file}`);

const dom = {
  environment: 'jsdom' as const,
  setupFiles: ['src/testing/setup.ts'],
  testTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  unstubGlobals: true,
  restoreMocks: true,
};
const rendering = { resolve: { alias }, plugins: [react()], server: { fs: { allow: ['.', '../docs'] } } };

/**
 * Pure modules run in node (fast); anything that renders (`*.test.tsx`) or touches storage runs in jsdom.
 *
 * Test files of a process share its modules and its document, which `setup.ts` empties after each test: a new environment for
 * each file takes longer than its tests. Only files that replace modules have one.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    // By itself it leaves a core free, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: replacing,
        },
      },
      {
        ...rendering,
        test: { name: 'dom', ...dom, isolate: false, include: ['src/**/*.test.tsx'], exclude: replacing },
      },
      { ...rendering, test: { name: 'replaced', ...dom, include: replacing } },
    ],
  },
});
