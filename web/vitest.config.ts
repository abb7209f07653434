import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) };

/** Pure modules run in node (fast); anything that renders (`*.test.tsx`) or touches storage runs in jsdom. */
export default defineConfig({
  resolve: { alias },
  test: {
    // By itself it leaves a core free, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: { name: 'unit', environment: 'node', include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'] },
      },
      {
        plugins: [react()],
        resolve: { alias },
        server: { fs: { allow: ['.', '../docs'] } },
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing/setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
